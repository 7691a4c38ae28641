import type { ordersRoutes } from '#contract/orders.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { copyOrder } from './drafts/copying.ts'
import { createOrder, discardOrder, patchOrder } from './drafts/drafts.ts'
import { relativeTests } from './drafts/relative-tests.ts'
import {
  handOver,
  listColleagues,
  listSubmitters,
  requestSubmission,
  sendBack,
} from './drafts/submission-requests.ts'
import { exportOfOrders, leanListOfOrders, listOfOrders, orderHistoryFilter } from './list/listing.ts'
import { peopleOfOrders } from './list/people.ts'
import type { OrderDeps } from './order-deps.ts'
import { cancelOrder } from './submission/cancel.ts'
import { checkOrder, submitOrder } from './submission/submitting.ts'
import { changeVob } from './submission/vob.ts'
import { withdrawConsent } from './submission/withdraw-consent.ts'
import { giveFeedback } from './view/feedback.ts'
import { getOrder, orderBySample, orderSummary, reportOfOrder } from './view/reading.ts'

export function ordersHandlers(deps: OrderDeps): Handlers<typeof ordersRoutes> {
  const reading: OrderDeps = { ...deps, connection: deps.lists }
  return {
    create: (request) => createOrder(deps)(request.authority, request),
    patch: (request) => patchOrder(deps)(request.authority, request),
    submit: (request) => submitOrder(deps)(request.authority, request),
    check: (request) => checkOrder(deps)(request.authority, request),
    copy: (request) => copyOrder(deps)(request.authority, request),
    relativeTests: (request) => relativeTests(deps)(request.authority, request),
    people: (request) => peopleOfOrders(reading)(request.authority, request),
    submitters: (request) => listSubmitters(deps)(request.authority, request),
    colleagues: (request) => listColleagues(deps)(request.authority, request),
    askToSubmit: (request) => requestSubmission(deps)(request.authority, request),
    sendBack: (request) => sendBack(deps)(request.authority, request),
    handOver: (request) => handOver(deps)(request.authority, request),
    vob: (request) => changeVob(deps)(request.authority, request),
    cancel: (request) => cancelOrder(deps)(request.authority, request),
    withdrawConsent: (request) => withdrawConsent(deps)(request.authority, request),
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
