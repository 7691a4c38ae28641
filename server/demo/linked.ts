import type { OrderDocument } from '#domain/orders/document.ts'
import { DAY, daysAgo } from './days.ts'
import { samplesOf } from './everyday.ts'
import type { MadeOrder } from './made-order.ts'
import { orderFor, type Stage } from './order-for.ts'
import type { Story } from './stories.ts'

/** A relative's order: the family's name and address, and the person in whom the variant is known. */
function ofRelative(document: OrderDocument, origin: OrderDocument): OrderDocument {
  const [former] = origin.patients
  if (!former) return document
  const { familyTestingRequest: request } = document
  return {
    ...document,
    patients: document.patients.map((patient) => ({
      ...patient,
      lastName: former.lastName,
      addresses: former.addresses,
    })),
    familyTestingRequest: {
      ...request,
      targetSequencingData: {
        ...request.targetSequencingData,
        testCode: document.tests[0]?.testCode ?? '',
        probandFirstName: former.firstName,
        probandLastName: former.lastName,
        dateOfBirth: former.dateOfBirth,
      },
    },
  }
}

function reportedOnce(stage: Stage): MadeOrder {
  const order = orderFor(stage, { state: 'reported', arrived: () => daysAgo(stage.now, 80) })
  const reportedAt = new Date(daysAgo(stage.now, 80).getTime() + 26 * DAY)
  return { provider: stage.provider, order: { ...order, reportedAt }, samples: samplesOf(order, null) }
}

/** A reported order, then orders for two relatives: one is being tested, one was just ordered. */
export const relatives: Story = (stage) => {
  const origin = reportedOnce(stage)
  const fits = ({ code }: { code: string }) => code === origin.order.test.code
  const madeFrom = { made: origin, as: 'relative' as const }
  const later = [
    orderFor(stage, { state: 'in-process', fits, arrived: () => daysAgo(stage.now, 6) }),
    orderFor(stage, { state: 'en-route', fits, submitted: daysAgo(stage.now, 1) }),
  ].map((order) => ({ ...order, document: ofRelative(order.document, origin.order.document) }))
  const made = later.map((order): MadeOrder => {
    return { provider: stage.provider, order, samples: samplesOf(order, null), madeFrom }
  })
  return [origin, ...made]
}

/** A cancelled order, and a new one for the same patient with a new specimen. */
export const again: Story = (stage) => {
  const { now, provider } = stage
  const order = orderFor(stage, { state: 'cancelled', submitted: daysAgo(now, 14) })
  const origin: MadeOrder = { provider, order, samples: samplesOf(order, null) }
  const arrived = daysAgo(now, 3)
  const next = orderFor(stage, {
    state: 'in-process',
    fits: ({ code }) => code === order.test.code,
    arrived: () => arrived,
  })
  const { samples } = next.document
  const document = { ...order.document, samples }
  return [
    origin,
    {
      ...{ provider, order: { ...next, document }, samples: samplesOf({ ...next, document }, null) },
      madeFrom: { made: origin, as: 'again' },
    },
  ]
}
