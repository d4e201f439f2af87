/** What is read here of an event of a Chrome trace; times are microseconds. */
export interface TimedEvent {
  name: string
  pid: number
  tid: number
  /** When it began, on the clock. */
  ts: number
  /** How long it took on the clock, where it is more than a moment. */
  dur?: number
  /** When it began, in processor time of its thread. */
  tts?: number
  /** How much processor time it took. */
  tdur?: number
}

/** A task of a thread: what the browser does in one go. */
type Task = Required<Pick<TimedEvent, 'ts' | 'dur' | 'tts' | 'tdur'>>

const isTask = <E extends TimedEvent>(event: E): event is E & Task =>
  event.name === 'RunTask' && event.dur !== undefined && event.tts !== undefined && event.tdur !== undefined

/**
 * The same trace with every task as long as it kept the processor, not as long as it took on the clock: time in
 * which the machine did something else is not the page's. A task begins when it began; what happened in it keeps
 * its place by processor time, and a task within a task is a part of it. Events outside of tasks are as they were.
 * @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (`tts` and `tdur`)
 */
export function byProcessorTime<E extends TimedEvent>(events: readonly E[]): E[] {
  const tasks = new Map<string, Task[]>()
  for (const task of events.filter(isTask<E>).sort((a, b) => a.ts - b.ts)) {
    const own = tasks.get(thread(task))
    if (!own) tasks.set(thread(task), [task])
    else if (!around(task.ts, own)) own.push(task)
  }
  return events.map((event) => {
    const task = around(event.ts, tasks.get(thread(event)))
    if (!task) return event
    const inside = event.tts === undefined ? event.ts - task.ts : event.tts - task.tts
    const ts = task.ts + Math.min(Math.max(inside, 0), event.ts - task.ts, task.tdur)
    return event.dur === undefined || event.tdur === undefined
      ? { ...event, ts }
      : { ...event, ts, dur: Math.min(event.dur, event.tdur) }
  })
}

const thread = ({ pid, tid }: TimedEvent) => `${pid}.${tid}`

/** The task that was at work at a time, of tasks that follow each other. */
function around(time: number, tasks: readonly Task[] = []): Task | undefined {
  let [low, high] = [0, tasks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tasks[middle] as Task).ts <= time) low = middle + 1
    else high = middle
  }
  const task = tasks[low - 1]
  return task && time < task.ts + task.dur ? task : undefined
}
