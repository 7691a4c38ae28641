import type { samplesRoutes } from '#contract/samples.ts'
import type { Handlers } from '#server/handlers.ts'
import { addTest } from './add-test.ts'
import { answerAvailability, askAvailability, listAvailability, markOrdered } from './availability.ts'
import type { SamplesParts } from './samples-parts.ts'
import { getSample, shipSample } from './shipping.ts'

export function samplesHandlers(parts: SamplesParts): Handlers<typeof samplesRoutes> {
  return {
    get: (request) => getSample(parts)(request.authority, request),
    put: (request) => shipSample(parts)(request.authority, request),
    addTest: (request) => addTest(parts)(request.authority, request),
    availability: (request) => listAvailability(parts)(request.authority, request),
    askAvailability: (request) => askAvailability(parts)(request.authority, request),
    answerAvailability: (request) => answerAvailability(parts)(request.authority, request),
    markOrdered: (request) => markOrdered(parts)(request.authority, request),
  }
}
