/*
 * Tries the test system of a laboratory or of a hospital against the numbered sentences of docs/interfaces.md, in the
 * portal's stead: `npm run conformance -- laboratory|ehr`. Exit code 0: nothing failed; 1: something did; 2: wrong use.
 */
import { writeFile } from 'node:fs/promises'
import { type Options, readOptions, WrongOptions } from './options.ts'
import { reportOf } from './report.ts'
import { runConformance } from './run.ts'

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof WrongOptions)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

const options = optionsOrExit()
const at = options.host === null ? 'a simulator' : `${options.host}:${options.port}`
const lines = await runConformance(options, { now: () => new Date(), say: (line) => console.log(line) })
const title = `Conformance of a ${options.counterpart === 'ehr' ? 'hospital’s record system' : 'laboratory’s system'}: ${at}`
console.log(`\n${reportOf(title, lines, false)}`)
if (options.keep !== null) await writeFile(options.keep, reportOf(title, lines, true))
process.exitCode = lines.some(({ verdict }) => verdict === 'fail') ? 1 : 0
