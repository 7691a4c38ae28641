import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { TestSummary } from '#contract/catalogue.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { FavoriteStar } from '../../profile/FavoriteStar.tsx'
import { useFavoriteTests } from '../../profile/favorites.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { SearchPicker } from '../fields/SearchPicker.tsx'
import { dollars, genesInWords, shownCode, workingDays } from '../labels.ts'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'

const search = async (keywords: string) =>
  (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests

export function TestsSection() {
  const form = useOrderForm()
  const tests = useFormState((state) => state.document.tests)
  const chosen = tests.filter((test) => test.testCode !== '')
  const { input } = useField('/tests/0/testCode')
  const { favorites = [] } = useFavoriteTests()
  const isChosen = (code: string) => chosen.some((one) => one.testCode === code)
  return (
    <SectionCard section="tests" sub="Found by name, code or gene. Several tests may be in one order.">
      {chosen.length > 0 && (
        <ul className={classes.rows} aria-label="Tests of this order">
          {tests.map(
            (test, index) =>
              test.testCode !== '' && (
                <ChosenTest key={test.testCode} test={test} path={`/tests/${index}/testCode`} />
              ),
          )}
        </ul>
      )}
      <SearchPicker
        {...input}
        path={chosen.length === 0 ? '/tests/0/testCode' : '/tests'}
        error={chosen.length === 0 ? input.error : null}
        label={chosen.length === 0 ? 'Test' : 'Add another test'}
        placeholder="Test name, code or gene: “exome”, “1600”, “SCN1A”"
        queryKey={['catalogue', 'orderable']}
        search={search}
        suggested={{
          title: 'Favorites',
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
              disabled: isChosen(testCode),
              pick: () => form.addTest(testCode, testName),
            })),
        }}
        choiceOf={(test) => ({
          key: test.code,
          content: <FoundTest test={test} />,
          disabled: isChosen(test.code),
          pick: () => form.addTest(test.code, test.testName),
        })}
      />
    </SectionCard>
  )
}

function FoundTest({ test }: { test: TestSummary }) {
  return (
    <>
      <div className={classes.name}>{test.testName}</div>
      <div className={classes.facts}>
        {shownCode(test)} · {genesInWords(test.geneCount)} · {workingDays(test.turnaroundDays)}
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

function ChosenTest({ test, path }: { test: OrderedTest; path: string }) {
  const form = useOrderForm()
  const { favorites, toggle } = useFavoriteTests()
  const { input } = useField(path)
  const details = useFormState((state) => state.tests.find((one) => one.code === test.testCode))
  const loading = useFormState((state) => state.loading.includes(test.testCode))
  const name = test.testName === '' ? `Test ${test.testCode}` : test.testName
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <div className={classes.name}>{name}</div>
        {details && (
          <div className={classes.facts}>
            {shownCode(details)} · {genesInWords(details.geneCount)} · report in{' '}
            {workingDays(details.turnaroundDays)} · {dollars(details.listPriceCents)}
          </div>
        )}
        {loading && <Skeleton height={12} width={220} mt={6} />}
        {input.error && (
          <div className={classes.problem} role="alert">
            {input.error}
          </div>
        )}
      </div>
      {details && (
        <FavoriteStar
          name={name}
          favorite={favorites?.some(({ testCode }) => testCode === test.testCode)}
          onToggle={() => toggle({ testCode: test.testCode, testName: details.testName, orderable: true })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        data-path={path}
        aria-label={`Remove ${name}`}
        onClick={() => form.removeTest(test.testCode)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
