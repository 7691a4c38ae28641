import type { TestSummary } from '#contract/catalogue.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { api } from '#portal/api.ts'
import { useFavoriteTests } from '#portal/features/profile/public.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { testNames } from '#portal/order/choice-names.ts'
import { businessDays, genesInWords, visibleCodeOf } from '#portal/order/labels.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { FieldWarnings } from '../panel/FieldWarnings.tsx'
import { AddedByLink } from '../tests/AddedByLink.tsx'
import { ChosenTest } from '../tests/ChosenTest.tsx'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

const search = async (keywords: string) =>
  (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests

export function TestsSection() {
  const form = useOrderForm()
  const tests = useFormState((state) => state.document.tests)
  const addOns = useFormState((state) => state.document.addOnTests)
  const chosen = tests.filter((test) => test.testCode !== '')
  const { input } = useField('/tests/0/testCode')
  const { input: typed } = useField('/tests')
  const { favorites = [] } = useFavoriteTests()
  const isChosen = (code: string) => chosen.some((one) => one.testCode === code)
  return (
    <SectionCard section="tests" sub={texts.testsHint}>
      <AddedByLink />
      {chosen.length > 0 && (
        <ul className={classes.rows} aria-label={texts.testsOfOrder}>
          {tests.map(
            (test, index) =>
              test.testCode !== '' && (
                <ChosenTest key={test.testCode} test={test} list="tests" index={index} />
              ),
          )}
          {addOns.map((test, index) => (
            <ChosenTest key={test.testCode} test={test} list="addOnTests" index={index} />
          ))}
        </ul>
      )}
      <SearchPicker
        {...input}
        path={chosen.length === 0 ? '/tests/0/testCode' : '/tests'}
        onPending={(words) => form.setPending('/tests', words)}
        onBlur={() => {
          input.onBlur()
          typed.onBlur()
        }}
        error={typed.error ?? (chosen.length === 0 ? input.error : null)}
        label={chosen.length === 0 ? texts.test : texts.addAnotherTest}
        placeholder={texts.testPlaceholder}
        queryKey={['catalogue', 'orderable']}
        search={search}
        suggested={{
          title: texts.favorites,
          choices: favorites
            .filter((favorite) => favorite.orderable)
            .map(({ testCode, testName, displayCode }) => ({
              key: testCode,
              content: (
                <>
                  <div className={classes.name}>{testName}</div>
                  <div className={classes.facts}>{displayCode || testCode}</div>
                </>
              ),
              disabled: isChosen(testCode),
              pick: () => form.addTest(testCode, testName, displayCode),
            })),
        }}
        choiceOf={(test) => ({
          key: test.code,
          names: testNames(test),
          content: <FoundTest test={test} />,
          disabled: isChosen(test.code),
          pick: () => form.addTest(test.code, test.testName, displayCodeOf(test)),
        })}
      />
      {/* Those of a test stand at its row. */}
      <FieldWarnings
        at={({ section, path }) => section === 'tests' && !/^\/(tests|addOnTests)\/\d/.test(path)}
      />
    </SectionCard>
  )
}

function FoundTest({ test }: { test: TestSummary }) {
  return (
    <>
      <div className={classes.name}>{test.testName}</div>
      <div className={classes.facts}>
        {visibleCodeOf(test)} · {genesInWords(test.geneCount)} · {businessDays(test.turnaroundDays)}
        {test.matchedGene && (
          <>
            {' · '}
            <mark className={classes.gene}>{test.matchedGene}</mark>
          </>
        )}
      </div>
    </>
  )
}
