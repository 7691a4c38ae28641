import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { testNames } from '#portal/order/choice-names.ts'
import { testInOneLine } from '#portal/order/labels.ts'
import { useFavoriteTests } from '../profile/public.ts'
import classes from './manifest.module.css'
import * as texts from './texts.ts'

const search = async (keywords: string) =>
  (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests

/** The search of the order form, for one test. */
export function TestPicker({ onPick }: { onPick: (code: string) => void }) {
  const { favorites = [] } = useFavoriteTests()
  return (
    <SearchPicker
      path="/test"
      label={texts.test}
      placeholder={texts.testPlaceholder}
      error={null}
      onBlur={() => undefined}
      queryKey={['catalogue', 'orderable']}
      search={search}
      suggested={{
        title: texts.favorites,
        choices: favorites
          .filter((favorite) => favorite.orderable)
          .map(({ testCode, testName }) => ({
            key: testCode,
            content: (
              <>
                <div className={classes.name}>{testName}</div>
                <div className={classes.facts}>{testCode}</div>
              </>
            ),
            pick: () => onPick(testCode),
          })),
      }}
      choiceOf={(test) => ({
        key: test.code,
        names: testNames(test),
        content: (
          <>
            <div className={classes.name}>{test.testName}</div>
            <div className={classes.facts}>{testInOneLine(test)}</div>
          </>
        ),
        pick: () => onPick(test.code),
      })}
    />
  )
}
