/**
 * What a cover is drawn with. Figure: the thing itself. Accent: what to look at. Own: ours. Knock: the
 * ground showing through a figure. Ink: print on the accent. Line: outlines. Gap: what is missing, dashed.
 */
export type CoverTone = 'figure' | 'accent' | 'own' | 'knock' | 'line' | 'gap' | 'ink'

/** A path in one tone. */
export interface Shape {
  tone: CoverTone
  d: string
}

export type Ground = 'paper' | 'tag' | 'cobalt' | 'night'

/** A drawing of 480 by 270, and the ground it stands on unless an article asks for another. */
export interface Motif {
  ground: Ground
  shapes: Shape[]
}
