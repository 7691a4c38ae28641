import type { Identifier, Reference, Task, TaskInput } from 'fhir/r4.js'
import { PROBAND } from '#domain/orders/document.ts'
import { HOLD_CODES } from '../hold-codes.ts'
import type { LaboratoryCancellation, LaboratoryChange, LaboratoryOrder } from '../port.ts'
import { type OfOrder, personReference } from './people.ts'
import { laboratoryIdentifier, orderIdentifier } from './requests.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { codeOf, text } from './tidy.ts'

/** HL7 task codes: perform the order, stop it, change it. */
type Wish = 'fulfill' | 'abort' | 'change'

interface TaskRequest extends OfOrder {
  controlId: string
  laboratoryNumber?: string | null
}

/**
 * What we ask the laboratory to do with an order. It answers with the same Task, recognized by its
 * identifier.
 */
function wish(request: TaskRequest, code: Wish, at: Date, refer: Refer, more: Partial<Task>): Task {
  const { orderId, controlId, laboratoryNumber } = request
  const numbers: Identifier[] = [identifier(SYSTEMS.message, controlId)]
  return {
    resourceType: 'Task',
    identifier: laboratoryNumber ? [...numbers, laboratoryIdentifier(laboratoryNumber)] : numbers,
    groupIdentifier: orderIdentifier(orderId),
    status: 'requested',
    intent: 'order',
    code: { coding: [{ system: SYSTEMS.task, code }] },
    for: personReference(request, PROBAND, refer),
    authoredOn: at.toISOString(),
    ...more,
  }
}

export function orderTask(order: LaboratoryOrder, refer: Refer, requests: Reference[]): Task {
  return wish(order, 'fulfill', order.submittedAt, refer, {
    basedOn: requests,
    ...(requests[0] ? { focus: requests[0] } : {}),
  })
}

export function cancellationTask(request: LaboratoryCancellation, refer: Refer): Task {
  return wish(request, 'abort', request.askedAt, refer, {
    focus: taskOf(request.orderId),
    requester: { display: nameOf(request.askedBy) },
    reasonCode: { coding: [{ system: SYSTEMS.cancellation, code: request.type }], text: request.reason },
  })
}

/** Refers to the specimen or the withdrawn consent in the same Bundle. */
export function changeTask(
  change: LaboratoryChange,
  refer: Refer,
  { specimen, consent }: { specimen: Reference | null; consent: Reference | null },
): Task {
  const { answer, withdrawal } = change
  const inputs: TaskInput[] = [
    ...(answer && text(answer.text) ? [{ type: { text: 'answer' }, valueString: answer.text }] : []),
    ...(answer?.documents ?? []).map(({ filename, mediaType, content }) => ({
      type: { text: 'document' },
      valueAttachment: {
        contentType: mediaType,
        title: filename,
        data: Buffer.from(content).toString('base64'),
      },
    })),
    ...(specimen ? [{ type: { text: 'specimen' }, valueReference: specimen }] : []),
    ...(consent ? [{ type: { text: 'withdrawn consent' }, valueReference: consent }] : []),
    ...(withdrawal
      ? [
          { type: { text: 'withdrawn because' }, valueString: withdrawal.reason },
          ...withdrawal.items.map((id) => ({
            type: { text: 'withdrawn item' },
            valueCoding: { system: SYSTEMS.consentItem, code: id },
          })),
        ]
      : []),
    ...(withdrawal?.consent.retention?.destroyBy
      ? [{ type: { text: 'destroy specimen by' }, valueDate: withdrawal.consent.retention.destroyBy }]
      : []),
    ...(withdrawal?.hold
      ? [{ type: { text: 'hold' }, valueString: `${withdrawal.hold.key}: ${withdrawal.hold.words}` }]
      : []),
  ]
  return wish(change, 'change', change.at, refer, {
    focus: taskOf(change.orderId),
    requester: { display: nameOf(change.by) },
    ...(answer
      ? {
          reasonCode: { coding: [{ system: SYSTEMS.holdReason, code: HOLD_CODES[answer.hold.kind] }] },
          businessStatus: { coding: [{ system: SYSTEMS.hold, code: codeOf(answer.hold.key) }] },
        }
      : {}),
    input: inputs,
  })
}

/** Refers to the order's own Task by our number: it was sent in an earlier Bundle. */
function taskOf(orderId: number): Reference {
  return { type: 'Task', identifier: orderIdentifier(orderId) }
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return text(`${firstName} ${lastName}`) || 'Not given'
}
