import { httpsClearinghouse } from '#adapters/clearinghouse/https.ts'
import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import { MEMBERS, type SimulatedMember } from '../members.ts'

export function memberNamed(firstName: string): SimulatedMember {
  const member = MEMBERS.find((each) => each.firstName === firstName)
  if (!member) throw new Error(`There is no member called ${firstName}`)
  return member
}

/** A valid request about a member, or about their dependent. */
export function requestAbout(
  member: SimulatedMember,
  dependent: EligibilityRequest['dependent'] = null,
): EligibilityRequest {
  const { payerId, memberId, lastName, firstName, dateOfBirth } = member
  return {
    payer: { name: 'AS WE CALL IT', id: payerId },
    provider: { name: 'LARKFIELD GENETICS', npi: '1234567893' },
    subscriber: { lastName, firstName, memberId, dateOfBirth },
    ...{ dependent, serviceType: '5', date: '2026-03-12' },
    ...{ traceNumber: `K-${memberId}`, controlNumber: 7, askedAt: new Date('2026-03-12T15:04:00Z') },
  }
}

/** Sends a request to the simulated payer on that port, like the portal. */
export function askAt(port: number, timeoutMs = 50_000) {
  return httpsClearinghouse({
    url: `http://127.0.0.1:${port}/`,
    partner: {
      sender: { qualifier: 'ZZ', id: 'LARKFIELD' },
      receiver: { qualifier: 'ZZ', id: 'SIMULATED' },
      usage: 'T',
    },
    timeoutMs,
  })
}
