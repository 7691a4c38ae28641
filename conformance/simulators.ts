import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openHospital } from '#simulators/ehr/hospital.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import type { HospitalAct } from './ehr/system.ts'
import type { LaboratoryAct } from './laboratory/system.ts'

/** A laboratory that does only what it is told, and sends to the kit. Its journal is deleted at the end. */
export async function simulatedLaboratory(kitPort: number) {
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-conformance-'))
  const laboratory = await startSimulatedLaboratory({
    ...{ port: 0, controlPort: 0, portalHost: '127.0.0.1', portalPort: kitPort, dir },
    ...{ speed: 1, seed: 1, laboratoryName: 'Simulated laboratory' },
  })
  async function command(at: string, body: unknown): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${laboratory.controlPort}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`The simulated laboratory answers ${reply.status}: ${await reply.text()}`)
  }
  await command('/manual', { on: true })
  return {
    port: laboratory.port,
    act: ({ orderId, act }: LaboratoryAct) => command(`/orders/${orderId}`, act),
    async close(): Promise<void> {
      await laboratory.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A hospital that sends to the kit what it is told to, as a test system. */
export async function simulatedHospital(kitPort: number) {
  const hospital = await openHospital({
    portal: { host: '127.0.0.1', port: kitPort },
    ...{ tls: null, portalCertificate: '', port: 0, seed: 1, processingId: 'T' },
  })
  let patients = 0
  /** Begins it only: the kit may leave the message without an answer. */
  async function act({ act: what }: HospitalAct): Promise<void> {
    const chart = hospital.charts[patients]
    if (what.do === 'order') patients += 1
    const sent =
      what.do === 'order'
        ? hospital.place(chart?.mrn ?? '', 'GEN100')
        : what.do === 'change'
          ? hospital.change(what.placer, 'Sibling affected too')
          : hospital.cancel(what.placer)
    // Without an answer the hospital gives up after some attempts; what came is what counts.
    sent.catch(() => undefined)
  }
  return { port: hospital.resultPort, act, close: () => hospital.close() }
}
