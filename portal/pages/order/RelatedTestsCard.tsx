import { queryOptions, useQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { mayCreateOrders } from '#portal/frame/entries.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import classes from '#portal/order/content-card.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import * as texts from './texts.ts'

const KINDS = {
  pair: texts.forAPair,
  parental: texts.forTheParents,
} as const

/** What the catalogue names beside a test: the same for a pair, and the parents' tests. */
const relatedOptions = (kind: keyof typeof KINDS, code: string) =>
  queryOptions({
    queryKey: ['catalogue', kind, code],
    queryFn: () => api.catalogue[kind]({ params: { code } }),
    staleTime: 15 * 60_000,
  })

/** Tests that go with those of the order; nothing where the catalogue names none, or they cannot be read. */
export function RelatedTestsCard({ order }: { order: Order }) {
  const session = useSession()
  const codes = [...new Set(order.document.tests.map(({ testCode }) => testCode).filter(Boolean))]
  const lookups = codes.flatMap((code) => (['pair', 'parental'] as const).map((kind) => ({ kind, code })))
  const found = useQueries({
    queries: lookups.map(({ kind, code }) => relatedOptions(kind, code)),
    combine: (results) =>
      results.flatMap(({ data = [] }, index) =>
        data.map((test) => ({ code: test.code, name: test.testName, kind: lookups[index]?.kind ?? 'pair' })),
      ),
  })
  const tests = found.filter(({ code }, index) => found.findIndex((one) => one.code === code) === index)
  if (tests.length === 0) return null
  return (
    <Card title={texts.relatedTests} essence={tests.map(({ name }) => name).join(', ')}>
      <dl className={classes.facts}>
        {(['pair', 'parental'] as const).map((kind) => {
          const ofKind = tests.filter((test) => test.kind === kind)
          return ofKind.length === 0 ? null : (
            <Fragment key={kind}>
              <dt>{KINDS[kind]}</dt>
              <dd>
                {ofKind.map(({ code, name }) => (
                  <div key={code}>
                    {mayCreateOrders(session) ? (
                      <TextLink to="/create" search={{ test: [code] }}>
                        {name} ({code})
                      </TextLink>
                    ) : (
                      `${name} (${code})`
                    )}
                  </div>
                ))}
              </dd>
            </Fragment>
          )
        })}
      </dl>
    </Card>
  )
}
