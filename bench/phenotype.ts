/**
 * Search for phenotype terms among all of the shipped HPO release, over HTTP as the order form does: the first
 * three letters of labels, half of them, whole labels, synonyms, labels with a typing error, identifiers.
 */
import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { seededRandom } from '#server/demo/random.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { readHpoRelease } from '#server/features/phenotype/release-file.ts'
import { SHIPPED_RELEASE } from '#server/features/phenotype/shipped-release.ts'
import { compare, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'

const settings = settingsOf({ rounds: 5, searches: 200 }, { rounds: 1, searches: 20 })
/** As the contract allows. */
const MOST_CHARACTERS = 100
const MOST_WORDS = 8

const release = readHpoRelease(SHIPPED_RELEASE)
const portal = await startPortal()
try {
  const { accessToken } = await portalClient(portal.origin).tokensFor(
    new Browser(),
    'provider@demo.test',
    DEMO_PASSWORD,
  )
  const random = seededRandom(20_261_123)
  const labels = release.terms.map(({ label }) => label)
  const synonyms = release.terms.flatMap((term) => term.synonyms.map(({ text }) => text))
  const short = (text: string) => text.split(/\s+/).slice(0, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS)
  const misspelled = (text: string) => {
    const at = Math.floor(text.length / 2)
    return text.slice(0, at) + text.slice(at + 1)
  }
  const kinds: Record<string, () => string> = {
    'three letters': () => random.one(labels).slice(0, 3),
    'half a label': () => short(random.one(labels)).slice(0, 12),
    'a label': () => short(random.one(labels)),
    'a synonym': () => short(random.one(synonyms)),
    'a typing error': () => misspelled(short(random.one(labels))),
    'an identifier': () => random.one(release.terms).id,
    'the word “abnormal”': () => 'abnormal',
  }
  async function search(keywords: string) {
    const began = performance.now()
    const reply = await fetch(
      `${portal.origin}/api/phenotype/terms?top=20&keywords=${encodeURIComponent(keywords)}`,
      { headers: { authorization: `Bearer ${accessToken}` } },
    )
    await reply.text()
    if (!reply.ok) throw new Error(`${keywords}: ${reply.status}`)
    return performance.now() - began
  }
  await compare({
    ...{ name: 'phenotype', settings, rounds: settings.rounds },
    contestants: Object.entries(kinds).map(([name, next]) => ({
      ...{ name, unit: 'ms' },
      async round() {
        const times: number[] = []
        for (let at = 0; at < settings.searches; at += 1) times.push(await search(next()))
        return times
      },
    })),
  })
} finally {
  await portal.stop()
}
