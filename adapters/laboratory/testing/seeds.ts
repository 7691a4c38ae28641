import { existsSync, globSync, readFileSync } from 'node:fs'
import { PDF, result } from './messages.ts'

/** Messages written by others; missing in a clone of the project alone. */
const FOLDER = '../shared/samples'
export const hasOthers = existsSync(FOLDER)

/** The messages of one folder, or of all for `*`. */
export function othersMessages(folder = 'hl7'): { file: string; raw: string }[] {
  const files = hasOthers
    ? globSync(`${folder === '*' ? '{hl7,hl7v2-*}' : folder}/*.hl7`, { cwd: FOLDER }).toSorted()
    : []
  return files.map((path) => ({
    file: path.replace(/^.*\//, ''),
    raw: readFileSync(`${FOLDER}/${path}`, 'utf8'),
  }))
}

const OBR = 'OBR|1|12^KARYO|26-1^LIS~M1^REF|T^Test^L||||||||||||||||||20260313100000-0500|||'
const orl = (...segments: string[]) =>
  ['MSH|^~\\&|LIS|L|K|P|20260313||ORL^O22^ORL_O22|M2|P|2.5.1', 'MSA|AA|K1', ...segments, ''].join('\r')

/** One of each kind of message that laboratories send. */
export const SEEDS: readonly string[] = [
  result(
    'ORC|RE|12^KARYO|26-1^LIS',
    `${OBR}F`,
    `OBX|1|ED|PDF^Report^L||LIS^application^PDF^Base64^${PDF.toString('base64')}||||||F`,
    'OBX|2|FT|TREATMENT^Ketogenic diet^L|1|Start slowly \\T\\ watch~In 3 months again||||||F',
  ),
  result(
    'ORC|OH|12^KARYO|26-1^LIS|||||||||||||MISSING-INFO^Since when?^L^H1',
    `${OBR}I`,
    'NTE|1||Of the mother',
  ),
  result('ORC|OE|12^KARYO|26-1^LIS|||||||||||||MISSING-INFO^^L^H1', `${OBR}I`),
  result(
    'ORC|RE|12',
    `${OBR}O`,
    'SPM|1|12-s1^A77||BLD^Blood||||||||||||||20260313080000-0500||N|RH^Hemolyzed^HL70490',
    'SPM|2|12-s2||SAL^Saliva||||||||||||||20260313080000-0500||Y',
    'ORC|RE|13',
    'OBR|2|13|26-2|T^Test^L',
  ),
  result('ORC|UC|12^KARYO|26-1^LIS|||||||||||||WORKING^It is being worked on^L', 'NTE|1||Too late'),
  orl('ORC|CR|12|26-1'),
  orl('ORC|OK|12|26-1', 'OBR|1|12|26-1|T^Test^L'),
  'MSH|^~\\&|NBS|TN|OZ|FSR|||ACK|A1|D|2.5.1|\nMSA|AA|K1|\n',
]
