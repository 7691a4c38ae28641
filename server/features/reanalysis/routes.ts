import type { reanalysisRoutes } from '#contract/reanalysis.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { closeReanalysis, putOff } from './deciding.ts'
import type { ReanalysisDeps } from './deps.ts'
import { draftReanalysis } from './drafting.ts'
import { recordFindings } from './findings.ts'
import { getReanalysis } from './view.ts'

/** What was found in a person since their report, and whether its data is analyzed again. */
export function reanalysisHandlers(deps: ReanalysisDeps): Handlers<typeof reanalysisRoutes> {
  return {
    get: (request) => getReanalysis(deps)(request.authority, request),
    recordFindings: (request) => recordFindings(deps)(request.authority, request),
    draft: (request) => draftReanalysis(deps)(request.authority, request),
    later: (request) => putOff(deps)(request.authority, request),
    close: (request) => closeReanalysis(deps)(request.authority, request),
  }
}
