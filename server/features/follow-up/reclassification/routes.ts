import type { reclassificationRoutes } from '#contract/reclassification.ts'
import { audit, withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type LetterDeps, makeLetter, previewLetter, readLetter } from './letters.ts'
import { closeReclassification, recordStep } from './steps.ts'
import { openReclassification, presentReclassification } from './view.ts'

/** Reclassifications. Reading one, like any page or mail, does and closes nothing. */
export function reclassificationHandlers(deps: LetterDeps): Handlers<typeof reclassificationRoutes> {
  return {
    get: ({ authority, params: { h, id }, query: { beingChecked } }) =>
      withScope(deps.connection, authority, async (scope) => {
        const opened = await openReclassification(scope, h, id)
        await audit(scope, 'follow-up.view', { kind: 'order', id: opened.row.order_id, institution: h })
        return presentReclassification(scope, opened, deps.now(), { isWarned: beingChecked === 'open' })
      }),
    step: (request) => recordStep(deps)(request.authority, request),
    writeLetter: (request) => makeLetter(deps)(request.authority, request),
    previewLetter: (request) => previewLetter(deps)(request.authority, request),
    letter: (request) => readLetter(deps)(request.authority, request),
    close: (request) => closeReclassification(deps)(request.authority, request),
  }
}
