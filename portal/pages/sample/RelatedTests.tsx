import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { FullSample, RelatedTest } from '#contract/sample.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import classes from '#portal/order/content-card.module.css'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { relatedTestsOptions } from './queries.ts'
import * as texts from './texts.ts'

const RELATIONS = {
  ordered: 'Ordered on this sample',
  'add-on': texts.oftenAdded,
  pair: texts.forAPair,
  parental: texts.forTheParents,
} as const satisfies Record<RelatedTest['relation'], string>

/** Further tests that were ordered on the sample, and those that go with its test. */
export function RelatedTests({ details: { sample } }: { details: FullSample }) {
  const query = useQuery(relatedTestsOptions(sample.hospitalCode, sample.id))
  if (query.data?.length === 0) return null
  return (
    <Card title={texts.relatedTests}>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState problem={query.error} retry={() => query.refetch()} />
        ) : (
          <Skeleton height={12} width="60%" />
        )
      ) : (
        <dl className={classes.facts}>
          {(Object.keys(RELATIONS) as RelatedTest['relation'][]).map((relation) => {
            const tests = query.data.filter((test) => test.relation === relation)
            return tests.length === 0 ? null : (
              <Fragment key={relation}>
                <dt>{RELATIONS[relation]}</dt>
                <dd>
                  {tests.map((test) => (
                    <Test key={`${test.code} ${test.orderId}`} test={test} />
                  ))}
                </dd>
              </Fragment>
            )
          })}
        </dl>
      )}
    </Card>
  )
}

function Test({ test: { code, name, orderId, displayStatus } }: { test: RelatedTest }) {
  return (
    <div>
      {name} ({code})
      {orderId !== null && (
        <>
          {' · '}
          <TextLink underline="always" to="/order/details/$id" params={{ id: String(orderId) }}>
            {texts.orderNumber(orderId)}
          </TextLink>
          , {displayStatus}
        </>
      )}
    </div>
  )
}
