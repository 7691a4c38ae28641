import { z } from 'zod'
import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import { isModified, withoutResources } from '#domain/fhir-modifiers.ts'
import { keepable } from '#domain/text/keepable.ts'
import { type AdviceOrder, AdviceRefused, type AdviceRequest } from '../port.ts'
import { fetchJson, isJson, type Json } from '../smart/fetch-json.ts'
import { entriesOf, isOf, orderIn, patientIn } from '../smart/resources.ts'

/** How many orders of a request are looked at. */
const MOST_ORDERS = 50

/** The type `id` of FHIR R4. */
const fhirId = z.string().regex(/^[A-Za-z0-9\-.]{1,64}$/, 'is not an id')

const request = z.object({
  hook: z.string(),
  hookInstance: z.uuid(),
  fhirServer: z.string().max(500).optional(),
  fhirAuthorization: z
    .object({ access_token: z.string().min(1).max(10_000), token_type: z.literal('Bearer') })
    .nullish()
    .catch(null),
  context: z.object({
    // Kept in the audit trail.
    userId: z.string().min(1).max(200).transform(keepable),
    patientId: fhirId,
    draftOrders: z.looseObject({ resourceType: z.literal('Bundle') }).optional(),
  }),
  // A hospital that could not read something sends null, or leaves it out.
  prefetch: z.record(z.string(), z.unknown()).nullish(),
})
type Sent = z.infer<typeof request>

function parsed(body: string): Sent {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new AdviceRefused(400, 'the body is no JSON')
  }
  const read = request.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AdviceRefused(400, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'wrong'}`)
}

/** Reads one request of a hook. Throws `AdviceRefused` with what is wrong, 412 if its patient cannot be read. */
export async function readAdviceRequest(
  settings: AdviceSettings,
  hook: string,
  body: string,
): Promise<AdviceRequest> {
  const sent = parsed(body)
  const { hookInstance, context } = sent
  if (sent.hook !== hook) throw new AdviceRefused(400, `hook: this service is for ${hook}`)
  if (hook === 'order-sign' && !context.draftOrders)
    throw new AdviceRefused(400, 'context.draftOrders: is missing')
  const patient = await patientOf(settings, sent)
  if (patient.id !== context.patientId)
    throw new AdviceRefused(400, 'prefetch.patient: is not the patient of context.patientId')
  return {
    ...{ hookInstance, user: context.userId, patientId: context.patientId },
    patient: patientIn(patient, settings.recordNumberSystem),
    orders: hook === 'order-sign' ? ordersIn(context.draftOrders ?? {}, context.patientId) : [],
  }
}

/** As the request has it; else from the hospital's FHIR server, but only from the one that was agreed on. */
async function patientOf({ fhirServer }: AdviceSettings, sent: Sent): Promise<Json> {
  const given = sent.prefetch?.patient
  if (isPatient(given)) return given
  const { fhirAuthorization: access, context } = sent
  if (fhirServer !== '' && sent.fhirServer === fhirServer && access) {
    const headers = { accept: 'application/fhir+json', authorization: `Bearer ${access.access_token}` }
    const read = await fetchJson(`${fhirServer}/Patient/${context.patientId}`, { headers }).catch(() => null)
    if (isPatient(read)) return read
  }
  throw new AdviceRefused(
    412,
    'prefetch.patient: is missing, and the patient cannot be read from the FHIR server that was agreed on',
  )
}

/** A Patient without FHIR's modifiers, none of which is known here. */
const isPatient = (read: unknown): read is Json =>
  isJson(read) && read.resourceType === 'Patient' && !isModified(read)

/** The patient's tests that are about to be signed. */
function ordersIn(bundle: Json, patientId: string): AdviceOrder[] {
  if (isModified(withoutResources(bundle))) return []
  return entriesOf(bundle, 'ServiceRequest')
    .filter((one) => isOf(one, patientId) && !isModified(one))
    .slice(0, MOST_ORDERS)
    .flatMap((one) => orderIn(one) ?? [])
}
