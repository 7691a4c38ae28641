import type { ordersRoutes } from '#contract/orders.ts'
import type { Handlers } from '#server/handlers.ts'
import { askToSubmit, handOver, listColleagues, listSubmitters, sendBack } from './asking.ts'
import { cancelOrder } from './cancel.ts'
import { copyOrder } from './copying.ts'
import { createOrder, discardOrder, patchOrder } from './drafts.ts'
import { giveFeedback } from './feedback.ts'
import { exportOfOrders, leanListOfOrders, listOfOrders, orderHistoryFilter } from './listing.ts'
import type { OrdersParts } from './orders-parts.ts'
import { peopleOfOrders } from './people.ts'
import { getOrder, orderBySample, orderSummary, reportOfOrder } from './reading.ts'
import { checkOrder, submitOrder } from './submitting.ts'
import { changeVob } from './vob.ts'

export function ordersHandlers(parts: OrdersParts): Handlers<typeof ordersRoutes> {
  const reading: OrdersParts = { ...parts, connection: parts.lists }
  return {
    create: (request) => createOrder(parts)(request.authority, request),
    patch: (request) => patchOrder(parts)(request.authority, request),
    submit: (request) => submitOrder(parts)(request.authority, request),
    check: (request) => checkOrder(parts)(request.authority, request),
    copy: (request) => copyOrder(parts)(request.authority, request),
    people: (request) => peopleOfOrders(reading)(request.authority, request),
    submitters: (request) => listSubmitters(parts)(request.authority, request),
    colleagues: (request) => listColleagues(parts)(request.authority, request),
    askToSubmit: (request) => askToSubmit(parts)(request.authority, request),
    sendBack: (request) => sendBack(parts)(request.authority, request),
    handOver: (request) => handOver(parts)(request.authority, request),
    vob: (request) => changeVob(parts)(request.authority, request),
    cancel: (request) => cancelOrder(parts)(request.authority, request),
    feedback: async (request) => void (await giveFeedback(parts)(request.authority, request)),
    bySample: (request) => orderBySample(parts)(request.authority, request),
    get: (request) => getOrder(parts)(request.authority, request),
    list: (request) => listOfOrders(reading)(request.authority, request),
    listLean: (request) => leanListOfOrders(reading)(request.authority, request),
    historyFilter: (request) => orderHistoryFilter(reading)(request.authority, request),
    export: (request) => exportOfOrders(parts)(request.authority, request),
    discard: async (request) => void (await discardOrder(parts)(request.authority, request)),
    report: (request) => reportOfOrder(parts)(request.authority, request),
    summary: (request) => orderSummary(reading)(request.authority, request),
  }
}
