import { hospitalScript } from './ehr/script.ts'
import { type HospitalAct, hospitalCodec, openHospitalLink } from './ehr/system.ts'
import { laboratoryScript } from './laboratory/script.ts'
import { type LaboratoryAct, laboratoryCodec, openLaboratoryLink } from './laboratory/system.ts'
import type { Options } from './options.ts'
import { type Line, linesOf } from './report.ts'
import { type Exchanged, runScript } from './script.ts'
import { readSentences } from './sentences.ts'
import { simulatedHospital, simulatedLaboratory } from './simulators.ts'

/** How long an answer may take (docs/interfaces.md). */
const ANSWER_MS = { laboratory: 20_000, ehr: 30_000 }

interface Simulator<Act> {
  port: number
  act(what: Act): Promise<void>
  close(): Promise<void>
}

export interface RunDeps {
  now(): Date
  /** Tells the person at the terminal what happens, or what to do. */
  say(line: string): void
  /** For tests: other simulators, which break a sentence. */
  simulate?: {
    laboratory?(kitPort: number): Promise<Simulator<LaboratoryAct>>
    ehr?(kitPort: number): Promise<Simulator<HospitalAct>>
  }
  answerMs?: number
}

/** Tries a system, and returns how it stands with each numbered sentence. Nothing of it stays. */
export function runConformance(options: Options, deps: RunDeps): Promise<Line[]> {
  return options.counterpart === 'laboratory' ? tryLaboratory(options, deps) : tryHospital(options, deps)
}

async function tryLaboratory(options: Options, deps: RunDeps): Promise<Line[]> {
  const codec = laboratoryCodec(options.dialect)
  const simulate = deps.simulate?.laboratory ?? simulatedLaboratory
  return tryAt(options, deps, {
    letter: 'L',
    simulate,
    open: (to) => openLaboratoryLink(codec, to),
    script: (link, act) =>
      laboratoryScript(
        { codec, link, act, tests: options.tests },
        // Ten numbers a second: a run uses fewer.
        Math.floor(deps.now().getTime() / 1000) * 10,
        deps.now,
      ),
  })
}

async function tryHospital(options: Options, deps: RunDeps): Promise<Line[]> {
  const codec = hospitalCodec()
  const { version, withdrawn, progress, mostMegabytes } = options
  const document = { code: '51969-4', text: 'Genetic report', system: 'LN' }
  return tryAt(options, deps, {
    letter: 'E',
    simulate: deps.simulate?.ehr ?? simulatedHospital,
    open: (to) => openHospitalLink(codec, to),
    script: (link, act) =>
      hospitalScript(
        {
          ...{ codec, link, act, isEncrypted: options.listeningTls !== null },
          settings: { version, withdrawn, progress, mostMegabytes, document },
        },
        `T${deps.now().getTime().toString(36)}`,
        deps.now,
      ),
  })
}

/** The parts of a run that are the same for both. */
async function tryAt<Act extends { words: string }, Opened extends OpenLink>(
  options: Options,
  { say, answerMs }: RunDeps,
  {
    letter,
    simulate,
    open,
    script,
  }: {
    letter: string
    simulate(kitPort: number): Promise<Simulator<Act>>
    open(to: Parameters<typeof openLaboratoryLink>[1]): Promise<Opened>
    script(link: Opened, act: (what: Act) => Promise<void>): Parameters<typeof runScript>[0]
  },
): Promise<Line[]> {
  const { host, sendingTls, listeningTls, patienceMs, listenHost, listenPort } = options
  // Filled in once the simulator has its port: it has to know the kit's first.
  const to = { host: host ?? '127.0.0.1', port: options.port, ...(sendingTls ? { tls: sendingTls } : {}) }
  const link = await open({
    to,
    listen: { host: listenHost, port: listenPort, ...(listeningTls ? { tls: listeningTls } : {}) },
    ...{ isSimulator: host === null, patienceMs, answerMs: answerMs ?? ANSWER_MS[options.counterpart] },
  })
  let simulator: Simulator<Act> | null = null
  try {
    if (host === null) {
      simulator = await simulate(link.port)
      link.sendTo(simulator.port)
    }
    const started = simulator
    const act = async (what: Act) => {
      if (started) return started.act(what)
      say(`Please do now: ${what.words}. The kit waits for ${patienceMs / 1000} seconds.`)
    }
    const findings = await runScript(script(link, act), link.log, (does) => say(`The kit ${does}`))
    const sentences = readSentences().filter(({ number }) => number.startsWith(letter))
    return linesOf(sentences, findings)
  } finally {
    await simulator?.close()
    await link.close()
  }
}

interface OpenLink {
  port: number
  log: readonly Exchanged[]
  sendTo(port: number): void
  close(): Promise<void>
}
