import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { api } from '#portal/api.ts'
import { useFavoriteTests } from '#portal/features/profile/public.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { testNames } from '#portal/order/choice-names.ts'
import { testInOneLine } from '#portal/order/labels.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import classes from '../sections/fields.module.css'
import * as texts from './texts.ts'

const search = async (keywords: string) =>
  (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests

/** The search for a test of the order: by name, code or gene; the user's favorites before anything is typed. */
export function TestSearch() {
  const form = useOrderForm()
  const tests = useFormState((state) => state.document.tests)
  const chosen = tests.filter((test) => test.testCode !== '')
  const { input } = useField('/tests/0/testCode')
  const { input: typed } = useField('/tests')
  const { favorites = [] } = useFavoriteTests()
  const isChosen = (code: string) => chosen.some((one) => one.testCode === code)
  return (
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
        content: (
          <>
            <div className={classes.name}>{test.testName}</div>
            <div className={classes.facts}>
              {testInOneLine(test)}
              {test.matchedGene && (
                <>
                  {' · '}
                  <mark className={classes.gene}>{test.matchedGene}</mark>
                </>
              )}
            </div>
          </>
        ),
        disabled: isChosen(test.code),
        pick: () => form.addTest(test.code, test.testName, displayCodeOf(test)),
      })}
    />
  )
}
