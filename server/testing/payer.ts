import {
  type Clearinghouse,
  ClearinghouseFailure,
  type FailureKind,
  type Inquiry,
} from '#adapters/clearinghouse/port.ts'
import type { EligibilityAnswer } from '#domain/coverage/benefits.ts'

/** A clearinghouse that says what the test wants said; `asked` is what it was asked. */
export interface TestPayer extends Clearinghouse {
  asked: Inquiry[]
  /** To every question; or one answer to each, in turn, the last to all further ones. */
  says: (EligibilityAnswer | FailureKind)[]
}

export function testPayer(...says: TestPayer['says']): TestPayer {
  const payer: TestPayer = {
    asked: [],
    says,
    async check(inquiry) {
      payer.asked.push(inquiry)
      const [first] = payer.says
      const said = payer.says.length > 1 ? payer.says.shift() : first
      const raw270 = `270 about ${inquiry.subscriber.lastName}`
      if (said === undefined) throw new Error('the test has not said what the payer says')
      if (typeof said === 'string') throw new ClearinghouseFailure(said, `it is ${said}`, { raw270 })
      return { answer: said, problems: [], raw270, raw271: '271' }
    },
  }
  return payer
}
