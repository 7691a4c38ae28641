import type { ordersRoutes } from '#contract/orders.ts'
import type { Handlers } from '#server/handlers.ts'
import { handOver, listColleagues, listSubmitters, requestSubmission, sendBack } from './asking.ts'
import { cancelOrder } from './cancel.ts'
import { copyOrder } from './copying.ts'
import { createOrder, discardOrder, patchOrder } from './drafts.ts'
import { giveFeedback } from './feedback.ts'
import { exportOfOrders, leanListOfOrders, listOfOrders, orderHistoryFilter } from './listing.ts'
import type { OrderDeps } from './orders-parts.ts'
import { peopleOfOrders } from './people.ts'
import { getOrder, orderBySample, orderSummary, reportOfOrder } from './reading.ts'
import { checkOrder, submitOrder } from './submitting.ts'
import { changeVob } from './vob.ts'

export function ordersHandlers(deps: OrderDeps): Handlers<typeof ordersRoutes> {
  const reading: OrderDeps = { ...deps, connection: deps.lists }
  return {
    create: (request) => createOrder(deps)(request.authority, request),
    patch: (request) => patchOrder(deps)(request.authority, request),
    submit: (request) => submitOrder(deps)(request.authority, request),
    check: (request) => checkOrder(deps)(request.authority, request),
    copy: (request) => copyOrder(deps)(request.authority, request),
    people: (request) => peopleOfOrders(reading)(request.authority, request),
    submitters: (request) => listSubmitters(deps)(request.authority, request),
    colleagues: (request) => listColleagues(deps)(request.authority, request),
    askToSubmit: (request) => requestSubmission(deps)(request.authority, request),
    sendBack: (request) => sendBack(deps)(request.authority, request),
    handOver: (request) => handOver(deps)(request.authority, request),
    vob: (request) => changeVob(deps)(request.authority, request),
    cancel: (request) => cancelOrder(deps)(request.authority, request),
    feedback: async (request) => void (await giveFeedback(deps)(request.authority, request)),
    bySample: (request) => orderBySample(deps)(request.authority, request),
    get: (request) => getOrder(deps)(request.authority, request),
    list: (request) => listOfOrders(reading)(request.authority, request),
    listLean: (request) => leanListOfOrders(reading)(request.authority, request),
    historyFilter: (request) => orderHistoryFilter(reading)(request.authority, request),
    export: (request) => exportOfOrders(deps)(request.authority, request),
    discard: async (request) => void (await discardOrder(deps)(request.authority, request)),
    report: (request) => reportOfOrder(deps)(request.authority, request),
    summary: (request) => orderSummary(reading)(request.authority, request),
  }
}
