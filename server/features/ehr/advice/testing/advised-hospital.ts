import type { AdviceCard } from '#domain/ehr/advice-card.ts'
import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { CHARTS, type Resource, type SimulatedChart } from '#simulators/ehr/smart/charts.ts'
import { type Hook, requestOf, type TokenParts } from '#simulators/ehr/smart/hooks.ts'
import { openSmartEhr } from '#simulators/ehr/smart/smart-ehr.ts'
import { hospital } from '../../testing/hospital.ts'

/** The portal's own origin, as its configuration has it; it listens on another port. */
const PUBLIC = 'http://localhost'
/** The system of the simulated charts' record numbers. */
export const RECORD_NUMBERS = 'urn:oid:2.16.840.1.113883.19.23.1'

const SERVICES = { 'patient-view': 'karyo-patient-view', 'order-sign': 'karyo-order-sign' } as const

type Row = Parameters<typeof hospital>[1]

export function chartOf(patient: string): SimulatedChart {
  const found = CHARTS.find((chart) => chart.patient === patient)
  if (!found) throw new Error(`there is no chart ${patient}`)
  return found
}

/** A chart that is otherwise: its first Patient with these parts. */
export function changedChart(chart: SimulatedChart, patient: Record<string, unknown>): SimulatedChart {
  const [first, ...others] = chart.resources
  return { ...chart, resources: [{ ...(first as Resource), ...patient }, ...others] }
}

/** A ready order of a chart's patient, by the chart's record number. */
export function orderOf(patient: string, testCode = 'WES1'): OrderDocument {
  const [person] = chartOf(patient).resources
  const names = (person?.name ?? []) as { use?: string; family: string; given: string[] }[]
  const numbers = (person?.identifier ?? []) as { system: string; value: string }[]
  const document = readyOrder(names[1]?.family, testCode)
  return {
    ...document,
    patients: document.patients.map((one) => ({
      ...one,
      firstName: names[1]?.given[0] ?? '',
      dateOfBirth: String(person?.birthDate),
      recordNumber: numbers.find(({ system }) => system === RECORD_NUMBERS)?.value ?? '',
    })),
  }
}

/** A hospital whose record system asks for advice, switched on as an import does. */
export async function advisedHospital(
  portal: TestPortal,
  {
    settings = {},
    on = true,
    ...row
  }: NonNullable<Row> & { settings?: Partial<AdviceSettings>; on?: boolean | null } = {},
) {
  const ehr = await openSmartEhr({
    port: 0,
    portal: { clientId: 'karyo', launchUrl: PUBLIC, redirectUri: PUBLIC, keys: `${PUBLIC}/keys`, scopes: '' },
  })
  const { iss, jku } = ehr.hooks
  const one = await hospital(portal, {
    maps: [
      { kind: 'test', code: 'GEN1', meaning: 'WES1' },
      { kind: 'test', code: 'TRIO', meaning: 'TRI6' },
      { kind: 'test', code: 'CF', meaning: 'CYS4' },
    ],
    ...row,
    advice: {
      on,
      settings: {
        ...{ iss, jku, tenant: '', fhirServer: ehr.iss, recordNumberSystem: RECORD_NUMBERS, launch: '' },
        ...settings,
      },
    },
  })
  const base = `/cds/${one.code}/cds-services`
  const address = (service: string) => `${PUBLIC}${base}/${service}`

  /** Sends any body, with any token; left out, a good one. */
  async function post(service: string, body: unknown, parts: TokenParts | string = {}) {
    const token = typeof parts === 'string' ? parts : await ehr.hooks.token(address(service), parts)
    const reply = await portal.request(`${base}/${service}`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body },
    })
    return {
      status: reply.status,
      json: (await reply.json()) as { cards?: AdviceCard[]; error?: string },
      headers: reply.headers,
    }
  }
  return {
    ...{ ...one, ehr, base, address, post },
    /** The cards for a chart, whose order may have another test. */
    async ask(hook: Hook, chart: SimulatedChart, test?: string): Promise<AdviceCard[]> {
      const resources = chart.resources.map((resource) =>
        test !== undefined && resource.resourceType === 'ServiceRequest'
          ? { ...resource, code: { coding: [{ code: test, display: test }] } }
          : resource,
      )
      const templates = { patient: 'Patient/{{context.patientId}}' }
      const { status, json } = await post(
        SERVICES[hook],
        requestOf(hook, { ...chart, resources }, 'dr-okonjo', templates),
      )
      if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(json)}`)
      return json.cards ?? []
    },
  }
}
