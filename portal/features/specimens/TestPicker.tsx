import { Button } from '@mantine/core'
import type { TestSummary } from '#contract/catalogue.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { testNames } from '#portal/order/choice-names.ts'
import { testInOneLine } from '#portal/order/labels.ts'
import classes from './specimens.module.css'
import * as texts from './texts.ts'

interface TestPickerProps {
  label: string
  chosen: readonly TestSummary[]
  onChange: (chosen: TestSummary[]) => void
  /** The search goes once so many are chosen. */
  most?: number
}

const search = async (keywords: string) =>
  (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests

/** Tests that can be ordered, found by name, code or gene. */
export function TestPicker({ label, chosen, onChange, most = 20 }: TestPickerProps) {
  return (
    <div>
      {chosen.length < most && (
        <SearchPicker
          path="/testCodes"
          label={label}
          placeholder={texts.testPlaceholder}
          error={null}
          onBlur={() => {}}
          queryKey={['catalogue', 'orderable']}
          search={search}
          choiceOf={(test) => ({
            key: test.code,
            names: testNames(test),
            content: (
              <>
                <div className={classes.name}>{test.testName}</div>
                <div className={classes.facts}>{testInOneLine(test)}</div>
              </>
            ),
            disabled: chosen.some(({ code }) => code === test.code),
            pick: () => onChange([...chosen, test]),
          })}
        />
      )}
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={texts.chosenTests}>
          {chosen.map((test) => (
            <li key={test.code}>
              <div>
                <div className={classes.name}>{test.testName}</div>
                <div className={classes.facts}>{testInOneLine(test)}</div>
              </div>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={texts.removeTest(test.testName)}
                onClick={() => onChange(chosen.filter((one) => one !== test))}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
