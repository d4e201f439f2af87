/** Below this rating of the processor Lighthouse itself warns that times come out too long. */
export const USUAL = 1000
/** How many times Lighthouse makes the processor slower, to measure what a phone of the middle class would take. */
const SLOWDOWN = 4

/**
 * A processor that is slower than usual is slowed down less, so that the same phone comes out.
 * @param rating of the processor, on the scale of Lighthouse
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
export const slowdownFor = (rating: number) => Math.min(SLOWDOWN, Math.max(1, (SLOWDOWN * rating) / USUAL))
