import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { type Row, report } from './broken/table.ts'

// docs/moving-in.md with a made laboratory of ten tests, its brand, and 10,000 orders of its past with their reports: the page's
// commands, in their order, on an empty production with the embedded database.

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const ORDERS = 10_000
/** As large as a report usually is. */
const PDF_BYTES = 39_000
const SUPPORT = 'ada.okafor@laboratory.example'

const page = await readFile(path.join(ROOT, 'docs/moving-in.md'), 'utf8')
/** The commands of the page, in their order. */
const commands = [...page.matchAll(/^ *```\n(.*?)^ *```$/gms)].flatMap(([, code = '']) =>
  code.split('\n').flatMap((line) => line.trim() || []),
)

let dir = ''
let environment: NodeJS.ProcessEnv = {}
const running: ChildProcess[] = []
const ended: Row[] = []
const at = (...names: string[]) => path.join(dir, ...names)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-moving-in-'))
  const port = await freePort()
  environment = {
    ...{ PATH: process.env.PATH, HOME: dir, NODE_ENV: 'production', DATABASE_URL: 'embedded' },
    ...{ DATA_DIR: at('data'), PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` },
    ...{ KARYO_SECRET: randomBytes(30).toString('hex'), KARYO_BRAND_DIR: at('brand') },
    ...{ KARYO_COVERAGE: 'off', KARYO_COUNSELING: 'off', KARYO_SMTP_PLAIN: 'on' },
    // Neither is needed: nothing is sent.
    ...{ KARYO_SMTP_URL: 'smtp://127.0.0.1:1', KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: '1' },
  }
})
afterAll(async () => {
  for (const child of running) if (child.kill('SIGTERM') && child.exitCode === null) await once(child, 'exit')
  if (dir) await rm(dir, { recursive: true, force: true })
  report('docs/moving-in.md', ended)
})

/** Runs the page's next command with our names in it, which must be `expected`; returns what it prints and its exit code. */
async function next(expected: RegExp): Promise<{ printed: string; code: number }> {
  const command = commands.shift() ?? ''
  expect(command).toMatch(expected)
  const own = command
    .replace(/\bBRAND\b/, at('brand'))
    .replace(/\bCATALOGUE\b/, at('catalogue'))
    .replace(/\bDIR\b/, at('history'))
    .replace(/\bEMAIL\b/, SUPPORT)
    .replace(/\bcounts(-\d)?\.md/, (name) => at(name))
  const from = performance.now()
  const done = await run('sh', ['-c', own], { cwd: ROOT, env: environment, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => ({ printed: stdout, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => ({
      ...{ printed: `${error.stdout}${error.stderr}`, code: error.code },
    }),
  )
  ended.push({
    ...{ command, seconds: Math.round((performance.now() - from) / 1000) },
    load: Math.round(loadavg()[0] ?? 0),
  })
  return done
}

async function writeCatalogue(): Promise<void> {
  const headers = {
    'add-ons.csv': 'testCode,hospitalCode,addOnTestCode',
    'sections.csv': 'testCode,category,section,setting',
    'related-tests.csv': 'testCode,kind,relatedTestCode',
    'client-codes.csv': 'clientCode,hospitalCode,testCode',
    'va-tests.csv': 'panel,testCode',
    'va-stations.csv': 'number,name,city,state',
  }
  const columns =
    'code,displayTestCode,name,category,testType,genes,geneCount,geneChoice,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog'
  const genes = ['FBN1', 'TTN', 'CFTR', 'BRCA1', 'BRCA2', 'MLH1', 'MSH2', 'SCN1A', 'PKD1', 'ATM']
  const files: Record<string, string[]> = {
    ...Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, [header]])),
    'categories.csv': ['category,name,description', 'panels,Gene panels,Tests of one gene.'],
    'consents.csv': [
      'id,title,text,kind,required,category,institutions',
      'testing,Consent for testing,The patient agrees to the test.,yes-no,yes,Testing,',
    ],
    'tests.csv': [
      columns,
      ...genes.map(
        (gene, n) =>
          `Q${100 + n},,${gene} sequencing,panels,Panel,${gene},,,14,Blood,,290,,testing,,0,NGS,Reads ${gene}.,yes`,
      ),
    ],
  }
  await mkdir(at('catalogue'))
  for (const [name, lines] of Object.entries(files))
    await writeFile(at('catalogue', name), `${lines.join('\n')}\n`)
}

function pdf(text: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const made = new PDFDocument({ size: 'LETTER' })
    const chunks: Buffer[] = []
    made.on('data', (chunk: Buffer) => chunks.push(chunk))
    made.on('end', () => resolve(Buffer.concat(chunks)))
    made.text(text)
    // Pictures and fonts, which do not compress.
    made.file(randomBytes(PDF_BYTES - 2000), { name: 'data' })
    made.end()
  })
}

const lastName = (n: number) =>
  `Quill${[...String(n).padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

async function writeHistory(): Promise<void> {
  await mkdir(at('history/pdfs'), { recursive: true })
  const orders = [
    'number,institution,state,orderedOn,laboratoryNumber,patientFirstName,patientLastName,dateOfBirth,sex,recordNumber,testCode,formerTestCode,testName,providerFirstName,providerLastName,providerNpi,orderedBy',
  ]
  const reports = ['number,reportedOn,status,file']
  const two = (n: number) => String(n).padStart(2, '0')
  for (let n = 0; n < ORDERS; n++) {
    const year = 2016 + (n % 9)
    const born = `${1930 + (n % 80)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`
    orders.push(
      `OLD-${n},${n % 2 ? 'QA' : 'QB'},reported,${year}-0${1 + (n % 9)}-11,LN-${n},Iris,${lastName(n)},${born},Female,M-${n},Q${100 + (n % 10)},,Test ${n % 10},Nadia,Veldt,1234567893,Nadia Veldt`,
    )
    reports.push(`OLD-${n},${year}-10-02,final,${n % 100}/OLD-${n}.pdf`)
    if (n < 100) await mkdir(at(`history/pdfs/${n}`))
    await writeFile(at(`history/pdfs/${n % 100}/OLD-${n}.pdf`), await pdf(`Result of ${lastName(n)}`))
  }
  await writeFile(at('history/orders.csv'), `${orders.join('\n')}\n`)
  await writeFile(at('history/reports.csv'), `${reports.join('\n')}\n`)
  const clinics = ['QA,North Clinic', 'QB,South Clinic'].map(
    (one) => `${one},,1 Lane,Town,OH,43215,614-555-0101`,
  )
  await writeFile(
    at('history/institutions.csv'),
    `code,name,parentCode,addressLine1,city,state,postalCode,phone\n${clinics.join('\n')}\n`,
  )
}

async function startPortal(): Promise<string> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    ...{ cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  running.push(child)
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream))
    if (line.startsWith('Karyo is at ')) return line.slice('Karyo is at '.length)
  throw new Error('the portal did not start')
}

async function visit<T>(...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, ['faults/documents/visit.ts', ...args], {
    ...{ cwd: ROOT, env: environment, maxBuffer: 1 << 26 },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
}

test('a laboratory of ten tests moves in with its brand and 10,000 orders, by the page alone', {
  timeout: 60 * 60_000,
}, async () => {
  await next(/^cp -r brand BRAND$/)
  const json = await readFile(at('brand/brand.json'), 'utf8')
  // A slip first: what is wrong is named before anything is shown to anybody.
  await cp(at('brand/brand.json'), at('kept.json'))
  await writeFile(at('brand/brand.json'), json.replace('#0f6b6b', '#9fd6d6'))
  const refused = await run('npm', ['run', 'check'], { cwd: ROOT, env: environment }).catch((error) => error)
  expect(refused.stdout).toMatch(/FAIL {2}KARYO_BRAND_DIR: .*accent\.7: #9fd6d6 is unreadable/)
  await writeFile(at('brand/brand.json'), json.replaceAll('Larkfield', 'Quillmoor'))
  const checked = await next(/^npm run check$/)
  expect(checked.printed).toMatch(/ok {4}KARYO_BRAND_DIR: \S+ is the brand of Quillmoor Genetics/)

  await writeCatalogue()
  for (const words of [/import -- catalogue/, /import -- icd10/, /import -- hpo/]) {
    const { printed, code } = await next(words)
    expect(code, printed).toBe(0)
  }
  const user = await next(/^npm run support-user -- EMAIL --print-link$/)
  const [link = ''] = /http:\/\/\S+\/reset\?token=\S+/.exec(user.printed) ?? []

  await writeHistory()
  const check = await next(/--check$/)
  expect(check.printed).toContain(
    'Checked without a fault: 2 institutions, 10,000 orders (0 of them are here already)',
  )
  const moved = await next(/--report counts\.md$/)
  expect(moved.code, moved.printed).toBe(0)
  expect(await readFile(at('counts.md'), 'utf8')).toContain('Files and portal agree.')

  const origin = await startPortal()
  const catalogue = await (await fetch(`${origin}/catalogue/`)).text()
  expect(catalogue).toContain('10 genetic tests of Quillmoor Genetics')
  expect(catalogue).not.toContain('Larkfield')
  await visit(origin, 'support', link, SUPPORT)
  const { found, report: document } = await visit<{ found: string[][]; report: string }>(
    ...[origin, 'find', SUPPORT, 'QA', lastName(4711)],
  )
  expect(found).toEqual([[lastName(4711), 'Q101', 'OLD-4711']])
  expect(Buffer.from(document, 'base64')).toEqual(await readFile(at('history/pdfs/11/OLD-4711.pdf')))
})
