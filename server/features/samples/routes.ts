import type { samplesRoutes } from '#contract/samples.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { addTest } from './add-test.ts'
import { answerAvailability, listAvailability, markOrdered, requestAvailability } from './availability.ts'
import { listOfSamples, topSamples } from './listing.ts'
import { getSample, getSampleDetails, getTempSample } from './reading.ts'
import { recordRecollection } from './recollection.ts'
import { referrals, tempReferrals } from './referrals.ts'
import {
  downloadOfSample,
  filesOfSample,
  relatedTests,
  reportOfSample,
  requisitionOfSample,
  treatmentsOfSample,
} from './relations.ts'
import type { SampleDeps } from './sample-deps.ts'
import { shipSample, shipSamples } from './shipping.ts'

export function samplesHandlers(deps: SampleDeps): Handlers<typeof samplesRoutes> {
  return {
    list: (request) => listOfSamples(deps)(request.authority, request),
    top: (request) => topSamples(deps)(request.authority, request),
    get: (request) => getSample(deps)(request.authority, request),
    temp: (request) => getTempSample(deps)(request.authority, request),
    tempReferrals: (request) => tempReferrals(deps)(request.authority, request),
    referrals: (request) => referrals(deps)(request.authority, request),
    whole: (request) => getSampleDetails(deps)(request.authority, request),
    put: (request) => shipSample(deps)(request.authority, request),
    ship: (request) => shipSamples(deps)(request.authority, request),
    collectedAgain: (request) => recordRecollection(deps)(request.authority, request),
    report: (request) => reportOfSample(deps)(request.authority, request),
    requisition: (request) => requisitionOfSample(deps)(request.authority, request),
    files: (request) => filesOfSample(deps)(request.authority, request),
    fileDownload: (request) => downloadOfSample(deps)(request.authority, request),
    treatments: (request) => treatmentsOfSample(deps)(request.authority, request),
    relatedTests: (request) => relatedTests(deps)(request.authority, request),
    addTest: (request) => addTest(deps)(request.authority, request),
    availability: (request) => listAvailability(deps)(request.authority, request),
    askAvailability: (request) => requestAvailability(deps)(request.authority, request),
    answerAvailability: (request) => answerAvailability(deps)(request.authority, request),
    markOrdered: (request) => markOrdered(deps)(request.authority, request),
  }
}
