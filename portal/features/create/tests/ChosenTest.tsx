import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { money } from '#domain/coverage/money.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import { FavoriteStar, useFavoriteTests } from '#portal/features/profile/public.ts'
import { genesInWords, visibleCodeOf } from '#portal/order/labels.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { isWithin } from '../draft/pointer.ts'
import { Fold } from '../fields/Fold.tsx'
import { focusField } from '../focus-field.ts'
import { FieldWarnings } from '../panel/FieldWarnings.tsx'
import classes from '../sections/fields.module.css'
import { GeneChoice } from './GeneChoice.tsx'
import * as texts from './texts.ts'

// Few orders need them.
const TestExtras = lazy(async () => ({ default: (await import('./TestExtras.tsx')).TestExtras }))

interface ChosenTestProps {
  test: OrderedTest
  list: 'tests' | 'addOnTests'
  index: number
}

/** A test of the order: what it is, its genes, what goes with it, and what is to be looked at. */
export function ChosenTest({ test, list, index }: ChosenTestProps) {
  const form = useOrderForm()
  const { favorites, toggle } = useFavoriteTests()
  const at = `/${list}/${index}`
  const path = `${at}/testCode`
  const { input } = useField(path)
  const details = useFormState((state) => state.tests.find((one) => one.code === test.testCode))
  const loading = useFormState((state) => state.loading.includes(test.testCode))
  const name = test.testName === '' ? texts.testCode(test.testCode) : test.testName
  const isAddOn = list === 'addOnTests'
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <div className={classes.name}>{name}</div>
        {details && (
          <div className={classes.facts}>
            {isAddOn && 'Add-on · '}
            {test.displayCode || visibleCodeOf(details)} ·{' '}
            {details.geneChoice === 'all' && `${genesInWords(details.geneCount)} · `}
            {texts.turnaroundAndPrice(testTimeInWords(details), money(details.listPriceCents))}
            {details.offeredFor && ` · ${details.offeredFor}`}
          </div>
        )}
        {loading && <Skeleton h={{ base: 36, xs: 14 }} maw={220} mt={6} />}
        {input.error && (
          <div className={classes.problem} role="alert">
            {input.error}
          </div>
        )}
        <FieldWarnings at={(point) => isWithin(point.path, at)} />
        {details && details.geneChoice !== 'all' && (
          <GeneChoice test={test} details={details} path={`${at}/genes`} />
        )}
        {/* From the beginning, so that nothing below moves when the test's details are known. */}
        {!isAddOn && <WhatGoesWithIt test={test} details={details} />}
      </div>
      {details && (
        <FavoriteStar
          name={name}
          favorite={favorites?.some(({ testCode }) => testCode === test.testCode)}
          onToggle={() =>
            toggle({
              ...{ testCode: test.testCode, testName: details.testName, orderable: true },
              displayCode: displayCodeOf(details),
            })
          }
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        data-path={path}
        aria-label={texts.removeNamed(name)}
        onClick={() => {
          if (isAddOn) form.removeAddOn(test.testCode)
          else form.removeTest(test.testCode)
          // Its button goes with it; the search for another is next.
          setTimeout(() => focusField('/tests'))
        }}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function WhatGoesWithIt({ test, details }: { test: OrderedTest; details: TestDetails | undefined }) {
  const count = details?.addOnTests.length ?? 0
  return (
    <Fold
      title={texts.goesWithIt}
      paths={[]}
      filled={count === 0 ? null : texts.addOnsOffered(count)}
      folded
      isLazy
    >
      {details && (
        <Suspense>
          <TestExtras test={test} details={details} />
        </Suspense>
      )}
    </Fold>
  )
}
