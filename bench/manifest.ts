import { performance } from 'node:perf_hooks'
import { SIGNED } from '#domain/orders/attestation.ts'
import { openClinic } from '../e2e/clinic.ts'
import { manifestOf } from '../e2e/manifest-file.ts'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { NO_LABORATORY, openTestbed } from './testbed.ts'

/**
 * A manifest as the page sends it, batch by batch: every row is read and checked, then turned into an order
 * and submitted.
 */
const settings = settingsOf({ rows: 10_000, checkedAtOnce: 200, madeAtOnce: 100 }, { rows: 400 })
const { rows, checkedAtOnce, madeAtOnce } = settings
/** A demo institution that may upload manifests, a user who may submit there, and a test. */
const [hospitalCode, EMAIL, testCode] = ['1006', 'super@demo.test', '2001']

const testbed = await openTestbed(NO_LABORATORY)
try {
  const { origin } = testbed.portal
  const [heading = '', ...lines] = (await manifestOf(origin, testCode, rows)).trimEnd().split('\n')
  let { client } = await openClinic(origin, EMAIL)

  async function run(goAhead: 'no' | 'submit', batchSize: number) {
    const waits: number[] = []
    const begun = performance.now()
    for (let from = 0; from < lines.length; from += batchSize) {
      // Tokens are valid for ten minutes.
      if (from % 2000 === 0) ({ client } = await openClinic(origin, EMAIL))
      const text = [heading, ...lines.slice(from, from + batchSize), ''].join('\n')
      const file = { filename: 'rows.csv', mediaType: 'text/csv', content: new TextEncoder().encode(text) }
      const sent = performance.now()
      const answer = await client.manifest.import({
        ...{ params: { testCode, hospitalCode }, query: {} },
        body: { file, goAhead, ...SIGNED },
      })
      waits.push(performance.now() - sent)
      const expected = goAhead === 'no' ? 'ready' : 'submitted'
      const other = answer.rows.find(({ outcome }) => outcome !== expected)
      if (other) throw new Error(`row ${other.row} is ${other.outcome}: ${JSON.stringify(other.errors)}`)
    }
    const perSecond = (rows * 1000) / (performance.now() - begun)
    return { waits, perSecond }
  }

  const checked = await run('no', checkedAtOnce)
  const made = await run('submit', madeAtOnce)
  await saveResults({ name: 'manifest', settings }, [
    lineOf('rows read and checked', '1/s', [checked.perSecond]),
    lineOf(`${checkedAtOnce} rows’ wait`, 'ms', checked.waits),
    lineOf('rows made orders and submitted', '1/s', [made.perSecond]),
    lineOf(`${madeAtOnce} rows’ wait`, 'ms', made.waits),
  ])
} finally {
  await testbed.stop()
}
