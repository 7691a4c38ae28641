import { fail } from '#contract/errors.ts'
import type { Referral } from '#contract/sample.ts'
import { type Authority, withScope } from '#server/database/scope.ts'
import { referralsOf, referralsOfSample } from './referrals-store.ts'
import type { Input, Reply, SampleDeps } from './sample-deps.ts'
import { findSample } from './store.ts'

type StoredReferral = Awaited<ReturnType<typeof referralsOf>>['rows'][number]

/** The most orders that are shown for one sample. */
const MOST_OF_ONE = 200

function present(row: StoredReferral): Referral {
  const { orderingProvider: provider, recipients } = row.document
  return {
    ...{ sampleId: row.sample_id, orderId: row.id, orderedAt: row.submitted_at?.toISOString() ?? null },
    institution: { code: row.institution_code, name: row.institution_name },
    provider: { firstName: provider.firstName, lastName: provider.lastName, npi: provider.npi },
    recipients: recipients.map(({ name, fax, email }) => ({ name, fax, email })),
  }
}

export function referrals({ connection }: SampleDeps) {
  return (authority: Authority, { params: { h }, query }: Input<'referrals'>): Promise<Reply<'referrals'>> =>
    withScope(connection, authority, async (scope) => {
      const skip = query.index * query.pageSize
      const { total, rows } = await referralsOf(scope, { institution: h, skip, top: query.pageSize })
      if (skip > 0 && skip >= total) fail('invalid-page')
      return { total, referrals: rows.map(present) }
    })
}

export function tempReferrals({ connection }: SampleDeps) {
  return (authority: Authority, { params: { id } }: Input<'tempReferrals'>): Promise<Referral[]> =>
    withScope(connection, authority, async (scope) => {
      const sample = (await findSample(scope, id)) ?? fail('not-found')
      return (await referralsOfSample(scope, sample, MOST_OF_ONE)).map(present)
    })
}
