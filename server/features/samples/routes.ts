import type { samplesRoutes } from '#contract/samples.ts'
import type { Handlers } from '#server/handlers.ts'
import { addTest } from './add-test.ts'
import { answerAvailability, askAvailability, listAvailability, markOrdered } from './availability.ts'
import {
  downloadOfSample,
  filesOfSample,
  relatedTests,
  reportOfSample,
  requisitionOfSample,
  treatmentsOfSample,
} from './belongings.ts'
import { listOfSamples, topSamples } from './listing.ts'
import { getSample, getTempSample, getWholeSample } from './reading.ts'
import { takeAgain } from './recollection.ts'
import { referrals, tempReferrals } from './referrals.ts'
import type { SamplesParts } from './samples-parts.ts'
import { shipSample, shipSamples } from './shipping.ts'

export function samplesHandlers(parts: SamplesParts): Handlers<typeof samplesRoutes> {
  return {
    list: (request) => listOfSamples(parts)(request.authority, request),
    top: (request) => topSamples(parts)(request.authority, request),
    get: (request) => getSample(parts)(request.authority, request),
    temp: (request) => getTempSample(parts)(request.authority, request),
    tempReferrals: (request) => tempReferrals(parts)(request.authority, request),
    referrals: (request) => referrals(parts)(request.authority, request),
    whole: (request) => getWholeSample(parts)(request.authority, request),
    put: (request) => shipSample(parts)(request.authority, request),
    ship: (request) => shipSamples(parts)(request.authority, request),
    collectedAgain: (request) => takeAgain(parts)(request.authority, request),
    report: (request) => reportOfSample(parts)(request.authority, request),
    requisition: (request) => requisitionOfSample(parts)(request.authority, request),
    files: (request) => filesOfSample(parts)(request.authority, request),
    fileDownload: (request) => downloadOfSample(parts)(request.authority, request),
    treatments: (request) => treatmentsOfSample(parts)(request.authority, request),
    relatedTests: (request) => relatedTests(parts)(request.authority, request),
    addTest: (request) => addTest(parts)(request.authority, request),
    availability: (request) => listAvailability(parts)(request.authority, request),
    askAvailability: (request) => askAvailability(parts)(request.authority, request),
    answerAvailability: (request) => answerAvailability(parts)(request.authority, request),
    markOrdered: (request) => markOrdered(parts)(request.authority, request),
  }
}
