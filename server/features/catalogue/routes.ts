import type { catalogueRoutes } from '#contract/catalogue.ts'
import { fail } from '#contract/errors.ts'
import { suggestions } from '#domain/catalogue/search.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { STATES } from '#domain/lookups.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { resolveCodes } from './client-codes.ts'
import { listPanels, removePanel, savePanel, updatePanel } from './custom-panels.ts'
import { searchIcd10 } from './icd10/search.ts'
import { popularity } from './popular.ts'
import { clientTestCodes, details, groupRows, question, summary } from './present.ts'
import { questionnaireVersion } from './questionnaires/questionnaire-store.ts'
import { siteData } from './site-data.ts'
import * as store from './store.ts'
import { addOnsOf, consentsOf, relatedOf, sectionTextsOf } from './test-relations.ts'

type Routes = typeof catalogueRoutes

const SUGGESTED_AT_MOST = 8

export function catalogueHandlers(connection: Connection): Handlers<Routes> {
  const { db } = connection

  const testOf = async (code: string) =>
    (await store.testsByCodes(db, [code]))[0] ?? fail('not-found', { detail: `There is no test ${code}.` })

  /** The public catalogue's tests, of one category or all. */
  async function listed(categoryName?: string, search: Pick<store.Search, 'keywords' | 'orderBy'> = {}) {
    const named = categoryName === undefined ? undefined : await store.categoryNamed(db, categoryName)
    if (categoryName !== undefined && !named)
      fail('not-found', { detail: `There is no category ${categoryName}.` })
    const orderBy = search.orderBy ?? (search.keywords ? undefined : 'testName')
    const found = await store.searchTests(db, { ...search, orderBy, category: named?.category, listed: true })
    return found.rows.map(summary)
  }

  const related = async (code: string, kind: 'pair' | 'parental') => {
    await testOf(code)
    return (await relatedOf(db, code, kind)).map(summary)
  }

  return {
    categories: () => store.categories(db),
    tests: ({ query }) => listed(query.categoryName, query),
    testsOfCategory: ({ params }) => listed(params.name),
    orderable: async ({ query }) => {
      const { total, rows } = await store.searchTests(db, query)
      return { total, tests: rows.map(summary) }
    },
    suggestions: async ({ query }) =>
      suggestions((await siteData(connection)).index, query.q, SUGGESTED_AT_MOST),
    test: async ({ params, query }) => details(db, await testOf(params.code), query.institutionCode ?? ''),
    sections: async ({ params }) => {
      await testOf(params.code)
      return (await sectionTextsOf(db, [params.code])).map(({ section, setting }) => ({ section, setting }))
    },
    consents: async ({ params, query }) => {
      await testOf(params.code)
      const questions = (await consentsOf(db, [params.code], query.institutionCode ?? '')).map(question)
      const categoryFilter = query.category?.toLowerCase()
      return questions.filter(
        ({ category }) => categoryFilter === undefined || category.toLowerCase() === categoryFilter,
      )
    },
    questionnaire: async ({ params: { questionnaire: id, version } }) =>
      (await questionnaireVersion(db, id, version))?.content ??
      fail('not-found', { detail: `There is no version ${version} of the questionnaire ${id}.` }),
    addOnTests: async ({ params, query }) => {
      await testOf(params.code)
      return (await addOnsOf(db, params.code, query.institutionCode ?? '')).map(summary)
    },
    clientCode: async ({ params: { code, hospital } }) =>
      (await clientTestCodes(db, [code], hospital))[0] ??
      fail('not-found', { detail: `There is no test ${code}.` }),
    pair: ({ params }) => related(params.code, 'pair'),
    parental: ({ params }) => related(params.code, 'parental'),
    byClientTestCodes: async ({ headers }) => {
      const given = headers.clienttestcodes.split(',').map((code) => code.trim())
      const codes = await resolveCodes(db, given)
      const tests = await store.testsByCodes(db, [...codes.values()])
      return [...codes].flatMap(([clientTestCode, testCode]) => {
        const test = tests.find(({ code }) => code === testCode)
        return test ? [{ clientTestCode, testCode, test: summary(test) }] : []
      })
    },
    genes: async ({ params: { code } }) =>
      (await testOf((await resolveCodes(db, [code])).get(code) ?? code)).genes,
    clientTestCodes: ({ body }) => clientTestCodes(db, body.testCodes, body.institutionCode ?? ''),
    testsOfInstitution: async () => {
      const { rows } = await store.searchTests(db, { orderBy: 'testType' })
      const groups = groupRows(rows, ({ test_type }) => test_type)
      return [...groups].map(([testType, tests]) => ({ testType, tests: tests.map(summary) }))
    },
    va: async () => {
      const panels = groupRows(await store.vaTests(db), ({ panel }) => panel)
      return [...panels].map(([panel, tests]) => ({ panel, tests: tests.map(summary) }))
    },
    vaStations: async ({ query }) => {
      const stateFilter = query.state?.trim().toLowerCase()
      const state = STATES.find(({ code, name }) =>
        [code, name].some((one) => one.toLowerCase() === stateFilter),
      )
      const stations = await store.vaStations(db, stateFilter ? (state?.code ?? stateFilter) : undefined)
      return stations.map(({ number: stationNumber, ...station }) => ({ stationNumber, ...station }))
    },
    popular: ({ authority, params }) =>
      withScope(connection, authority, async (scope) => {
        const test = (await store.testById(scope.db, params.id)) ?? fail('not-found')
        const { count, others } = await popularity(scope, test.code)
        return {
          test: await details(scope.db, test, ''),
          ordersInAYear: count,
          orderedWith: others.map(({ orders, ...other }) => ({ test: summary(other), orders })),
        }
      }),
    customPanels: ({ authority, params }) =>
      withScope(connection, authority, (scope) => listPanels(scope, params.id)),
    saveCustomPanel: (request) =>
      withScope(connection, request.authority, (scope) => savePanel(scope, request)),
    updateCustomPanel: (request) =>
      withScope(connection, request.authority, (scope) => updatePanel(scope, request)),
    removeCustomPanel: ({ authority, params }) =>
      withScope(connection, authority, async (scope) => void (await removePanel(scope, params.id))),
    icd10: ({ query: { keywords, top, on = todayAtLaboratory(new Date()) } }) =>
      searchIcd10(db, keywords, { on, top }),
  }
}
