import type { familyCascadeRoutes, familyCodesRoutes } from '#contract/family-cascade.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { CascadeViewDeps } from './deps.ts'
import { addFinding, changeClass, getCascade, reportedVariants } from './findings.ts'
import { writeLetter } from './letters.ts'
import { beginOrder, type CodeOrderDeps } from './ordering.ts'
import { listRedeemed, redeemCode, setTells } from './redeeming.ts'
import { recordConsent, recordStep } from './steps.ts'

export function familyCascadeHandlers(deps: CascadeViewDeps): Handlers<typeof familyCascadeRoutes> {
  return {
    get: (request) => getCascade(deps)(request.authority, request),
    reported: (request) => reportedVariants(deps)(request.authority, request),
    addFinding: (request) => addFinding(deps)(request.authority, request),
    changeClass: (request) => changeClass(deps)(request.authority, request),
    record: (request) => recordStep(deps)(request.authority, request),
    agree: (request) => recordConsent(deps)(request.authority, request),
    letter: (request) => writeLetter(deps)(request.authority, request),
  }
}

export function familyCodesHandlers(deps: CodeOrderDeps): Handlers<typeof familyCodesRoutes> {
  return {
    list: (request) => listRedeemed(deps)(request.authority, request),
    redeem: (request) => redeemCode(deps)(request.authority, request, request.address),
    tell: (request) => setTells(deps)(request.authority, request),
    order: (request) => beginOrder(deps)(request.authority, request),
  }
}
