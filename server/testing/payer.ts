import {
  type Clearinghouse,
  ClearinghouseFailure,
  type EligibilityRequest,
  type FailureKind,
} from '#adapters/clearinghouse/port.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'

/** A clearinghouse with answers given by the test; `asked` lists the requests. */
export interface TestPayer extends Clearinghouse {
  requests: EligibilityRequest[]
  /** The reply to every request; or a list of replies in turn, the last for all further requests. */
  replies: (EligibilityResponse | FailureKind)[]
}

export function testPayer(...replies: TestPayer['replies']): TestPayer {
  const payer: TestPayer = {
    requests: [],
    replies,
    async check(request) {
      payer.requests.push(request)
      const [first] = payer.replies
      const reply = payer.replies.length > 1 ? payer.replies.shift() : first
      const raw270 = `270 about ${request.subscriber.lastName}`
      if (reply === undefined) throw new Error('the test has not said what the payer says')
      if (typeof reply === 'string') throw new ClearinghouseFailure(reply, `it is ${reply}`, { raw270 })
      return { answer: reply, problems: [], raw270, raw271: '271' }
    },
  }
  return payer
}
