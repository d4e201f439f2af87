import type { Config, Result } from 'lighthouse'
import lighthouse from 'lighthouse'
import Trace from 'lighthouse/core/gather/gatherers/trace.js'
import { byProcessorTime } from './processor-time.ts'

/** Gathers the trace with the processor time of tasks in place of their time on the clock. */
class ProcessorTrace extends Trace {
  override async stopSensitiveInstrumentation(context: Parameters<Trace['stopSensitiveInstrumentation']>[0]) {
    await super.stopSensitiveInstrumentation(context)
    this._trace.traceEvents = byProcessorTime(this._trace.traceEvents)
  }
}

const config: Config = { extends: 'lighthouse:default', artifacts: [{ id: 'Trace', gatherer: ProcessorTrace }] }

/**
 * One run of Lighthouse with its mobile defaults (simulated throttling), judged by processor time: what else the
 * machine does meanwhile is not the page's (note 017).
 * @param slowdown how many times slower the processor is taken to be
 */
export async function runLighthouse(url: string, port: number, slowdown: number): Promise<Result | undefined> {
  const throttling = { cpuSlowdownMultiplier: slowdown }
  return (await lighthouse(url, { port, output: 'json', logLevel: 'silent', throttling }, config))?.lhr
}
