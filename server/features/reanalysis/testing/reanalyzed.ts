import type { ReanalysisPolicy } from '#domain/reanalysis/policy.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { importHpo } from '#server/features/phenotype/import.ts'
import { CATALOGUE } from '#server/testing/world.ts'

const POLICY: ReanalysisPolicy = {
  ...{ test: 'WES9', afterMonths: 18, byFindings: true, results: ['negative', 'uncertain'] },
  ...{ consents: ['research'], ofDeceased: false },
}

/** Imports a catalogue whose exome is analyzed again, and the term of a seizure. */
export async function importReanalysis(url: string): Promise<void> {
  const exome = CATALOGUE.tests.find(({ code }) => code === 'WES1')
  if (!exome) throw new Error('the world has no exome')
  await administer(url, async (db) => {
    await importCatalogue(db, {
      ...CATALOGUE,
      tests: [...CATALOGUE.tests, { ...exome, code: 'WES9', name: 'Exome Reanalysis', relatives: 0 }],
      settings: ['WES1', 'WES9'].map(
        (testCode) => ({ testCode, topic: 'reanalysis', setting: POLICY }) as const,
      ),
    })
    const [above, term] = ['HP:0000118', 'HP:0001250']
    const terms = [
      { id: above, label: 'Phenotypic abnormality', parents: [] },
      { id: term, label: 'Seizure', parents: [above] },
    ]
    const none = { definition: '', synonyms: [], alternativeIds: [] }
    await importHpo(db, {
      ...{ version: '2026-01-08', terms: terms.map((one) => ({ ...one, ...none })), obsolete: [] },
    })
  })
}
