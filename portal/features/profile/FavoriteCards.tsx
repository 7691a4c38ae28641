import { useQuery } from '@tanstack/react-query'
import { physiciansRoutes } from '#contract/physicians.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { api, queryClient } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { codeNames, testNames } from '#portal/order/choice-names.ts'
import { visibleCodeOf } from '#portal/order/labels.ts'
import { SectionCard } from '#portal/sections/SectionCard.tsx'
import { useSection } from '#portal/sections/use-section.ts'
import { useSession } from '#portal/session/session.ts'
import { FavoriteList } from './FavoriteList.tsx'
import { testWords } from './favorite-rules.ts'
import { LoadedCard } from './LoadedCard.tsx'
import { refreshAllTabs } from './other-tabs.ts'
import classes from './profile.module.css'
import {
  type FavoriteCode,
  type FavoriteTest,
  favoriteCodesOptions,
  favoriteTestsOptions,
} from './queries.ts'
import * as texts from './texts.ts'

const MOST = { error: texts.mostFavorites }
const testRules = physiciansRoutes.favoriteTests.reply.max(100, MOST)
const codeRules = physiciansRoutes.favoriteCodes.reply.max(100, MOST)

export function FavoriteTestsCard() {
  const { user } = useSession()
  const tests = useQuery(favoriteTestsOptions(user.id))
  return (
    <LoadedCard query={tests} title={texts.favoriteTests} rows={3}>
      {(saved) => <FavoriteTests saved={saved} />}
    </LoadedCard>
  )
}

function FavoriteTests({ saved }: { saved: FavoriteTest[] }) {
  const { user } = useSession()
  const options = favoriteTestsOptions(user.id)
  const section = useSection({
    name: 'favorite-tests',
    saved,
    rules: testRules,
    save: async (tests) => {
      const body = tests.map(({ testCode }) => ({ testCode }))
      await api.physicians.changeFavoriteTests({ params: { id: user.id }, body })
      queryClient.setQueryData(options.queryKey, tests)
      void refreshAllTabs(options.queryKey)
    },
  })
  const { value, change } = section
  return (
    <SectionCard
      section={section}
      title={texts.favoriteTests}
      sub={texts.favoriteTestsHint}
      saveLabel={texts.saveFavoriteTests}
    >
      <FavoriteList
        label={texts.favoriteTests}
        value={value}
        onChange={change}
        keyOf={({ testCode }) => testCode}
        nameOf={testWords}
        empty={texts.noFavoriteTests}
        search={
          <SearchPicker
            path="/favorite-tests"
            label={texts.addTest}
            placeholder={texts.testPlaceholder}
            error={null}
            onBlur={() => {}}
            queryKey={['catalogue', 'orderable']}
            search={async (keywords) =>
              (await api.catalogue.orderable({ query: { keywords, top: 20 } })).tests
            }
            choiceOf={(test) => ({
              key: test.code,
              names: testNames(test),
              content: (
                <>
                  <div className={classes.name}>{test.testName}</div>
                  <div className={classes.dim}>{visibleCodeOf(test)}</div>
                </>
              ),
              disabled: value.some(({ testCode }) => testCode === test.code),
              pick: () =>
                change([
                  ...value,
                  {
                    ...{ testCode: test.code, testName: test.testName, orderable: true },
                    displayCode: displayCodeOf(test),
                  },
                ]),
            })}
          />
        }
      >
        {(test) => (
          <>
            <div className={classes.name}>{testWords(test)}</div>
            <div className={classes.dim}>{test.orderable ? test.testCode : texts.noLongerOrdered}</div>
          </>
        )}
      </FavoriteList>
    </SectionCard>
  )
}

export function FavoriteCodesCard() {
  const { user } = useSession()
  const codes = useQuery(favoriteCodesOptions(user.id))
  return (
    <LoadedCard query={codes} title={texts.favoriteIcd10Codes} rows={3}>
      {(saved) => <FavoriteCodes saved={saved} />}
    </LoadedCard>
  )
}

function FavoriteCodes({ saved }: { saved: FavoriteCode[] }) {
  const { user } = useSession()
  const options = favoriteCodesOptions(user.id)
  const section = useSection({
    name: 'favorite-codes',
    saved,
    rules: codeRules,
    save: async (codes) => {
      const body = codes.map(({ code }) => ({ code }))
      await api.physicians.changeFavoriteCodes({ params: { id: user.id }, body })
      queryClient.setQueryData(options.queryKey, codes)
      void refreshAllTabs(options.queryKey)
    },
  })
  const { value, change } = section
  return (
    <SectionCard
      section={section}
      title={texts.favoriteIcd10Codes}
      sub={texts.favoriteCodesHint}
      saveLabel={texts.saveFavoriteCodes}
    >
      <FavoriteList
        label={texts.favoriteIcd10Codes}
        value={value}
        onChange={change}
        keyOf={({ code }) => code}
        nameOf={({ code }) => code}
        empty={texts.noFavoriteCodes}
        search={
          <SearchPicker
            path="/favorite-codes"
            label={texts.addACode}
            placeholder={texts.codePlaceholder}
            error={null}
            onBlur={() => {}}
            queryKey={['catalogue', 'icd10']}
            search={(keywords) => api.catalogue.icd10({ query: { keywords, top: 20 } })}
            from={2}
            choiceOf={(found) => ({
              key: found.code,
              names: codeNames(found),
              content: (
                <>
                  <span className={classes.name}>{found.code}</span> {found.description}
                </>
              ),
              disabled: value.some(({ code }) => code === found.code),
              pick: () => change([...value, found]),
            })}
          />
        }
      >
        {({ code, description }) => (
          <>
            <span className={classes.name}>{code}</span> {description}
          </>
        )}
      </FavoriteList>
    </SectionCard>
  )
}
