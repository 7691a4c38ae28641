import { Button, Group, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { TestSummary } from '#contract/catalogue.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { blankTest, type OrderedTest } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { visibleCodeOf } from '#portal/order/labels.ts'
import { useFormState, useOrderForm } from '../draft/form-context.ts'
import { withTestInstead } from '../draft/test-choice.ts'
import classes from '../sections/fields.module.css'
import * as texts from './texts.ts'

const FRESH_MS = 15 * 60_000

function useRelated(code: string) {
  const [pair, parental] = useQueries({
    queries: [
      {
        queryKey: ['catalogue', 'pair', code],
        queryFn: () => api.catalogue.pair({ params: { code } }),
        staleTime: FRESH_MS,
      },
      {
        queryKey: ['catalogue', 'parental', code],
        queryFn: () => api.catalogue.parental({ params: { code } }),
        staleTime: FRESH_MS,
      },
    ],
  })
  return {
    ...{ duo: pair.data ?? [], parental: parental.data ?? [] },
    isKnown: pair.isSuccess && parental.isSuccess,
  }
}

interface RelatedTestsProps {
  test: OrderedTest
  /** Whether to say that there are none. */
  showsNone: boolean
}

/** The same test for two people, and those of the parents: in the place of the test, or besides it. */
export function RelatedTests({ test, showsNone }: RelatedTestsProps) {
  const form = useOrderForm()
  const { duo, parental, isKnown } = useRelated(test.testCode)
  const chosen = useFormState((state) => state.document.tests)
  const offered = [
    ...duo.map((one) => ({ kind: 'Duo', one })),
    ...parental.map((one) => ({ kind: 'Parental', one })),
  ].filter(({ one }) => chosen.every((other) => other.testCode !== one.code))
  if (offered.length === 0) return isKnown && showsNone ? <Text size="sm">{texts.noneGoesWithIt}</Text> : null
  const ordered = (one: TestSummary) => blankTest(one.code, one.testName, displayCodeOf(one))
  return (
    <ul className={classes.related} aria-label={texts.relatedTo(test.testName || test.testCode)}>
      {offered.map(({ kind, one }) => (
        <li key={`${kind} ${one.code}`}>
          <span>
            <strong>{kind}</strong> {one.testName} <span className={classes.facts}>{visibleCodeOf(one)}</span>
          </span>
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.replaceWith(one.testName)}
              onClick={() => form.edit((document) => withTestInstead(document, test.testCode, ordered(one)))}
            >
              {texts.replace}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.addNamed(one.testName)}
              onClick={() => form.addTest(one.code, one.testName, displayCodeOf(one))}
            >
              {texts.add}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}
