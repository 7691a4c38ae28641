import { readFileSync } from 'node:fs'
import type { DiagnosticReport, FhirResource, Observation } from 'fhir/r4.js'
import { expect, test } from 'vitest'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { readResult } from '#domain/results/read-result.ts'
import { variantInWords } from '#domain/results/words.ts'
import { table } from '#domain/table.ts'
import { geneticPart as geneticPartIn } from './fhir/genetic-findings.ts'
import { observationsIn } from './fhir/observation-values.ts'
import { type FhirBundle, finder } from './fhir/references.ts'
import { hasOthers, othersResources } from './fhir/testing/foreign-resources.ts'
import { geneticPart } from './genetic-findings.ts'
import { parseMessage } from './message.ts'
import { orderGroups } from './order-groups.ts'

/*
 * What is read from the genetic results of others (skipped if ../shared/samples is missing): the overall result,
 * each variant in a line, what else is understood, and what is kept as received.
 */

type Rows = readonly string[]

function summary(result: GeneticResult): Rows {
  const { overall, variants, phases, drugResponses, markers, study, others } = result
  return [
    ...(overall === undefined ? [] : [`overall: ${overall}`]),
    ...variants.map(variantInWords),
    ...phases.map(({ relation, variants: keys }) => `${relation} of ${keys.length}`),
    ...drugResponses.map(
      ({ drugs, response }) => `${drugs.map(({ name }) => name).join(', ')}: ${response ?? ''}`,
    ),
    ...markers.map(({ name, value }) => `${name}: ${value}`),
    ...study.regions,
    ...others.flatMap(({ answers }) => answers.map(({ question, text }) => `kept: ${question.code} ${text}`)),
  ]
}

function readFhir(file: string): Rows[] {
  const found = othersResources().find((one) => one.file.endsWith(`/${file}`))
  const resource = found?.resource as unknown as FhirResource
  const bundle =
    resource.resourceType === 'Bundle'
      ? (resource as FhirBundle)
      : ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] } satisfies FhirBundle)
  return (bundle.entry ?? []).flatMap(({ resource: report, fullUrl }) => {
    if (report?.resourceType !== 'DiagnosticReport') return []
    const find = finder(bundle)(report, fullUrl)
    const part = geneticPartIn(report, observationsIn(report.result ?? [], find).found, find)
    return part ? [summary(readResult(part.part.findings))] : []
  })
}

/** The guide's examples that stand alone, as if one report had them all. */
function readObservations(): Rows {
  const observations = othersResources()
    .filter(({ file }) => /cg-ig-3\.0\.0\/examples\/Observation-/.test(file))
    .map(({ resource }) => resource as unknown as Observation)
  const result = observations.map(({ id }) => ({ reference: `Observation/${id}` }))
  const report: DiagnosticReport = { resourceType: 'DiagnosticReport', status: 'final', code: {}, result }
  const entry = [report, ...observations].map((resource) => ({ resource }))
  const find = finder({ resourceType: 'Bundle', type: 'collection', entry })(report)
  const part = geneticPartIn(report, observationsIn(result, find).found, find)
  return summary(readResult(part?.part.findings ?? []))
}

function readHl7(file: string): Rows {
  const segments = readFileSync(`../shared/samples/hl7v2-genomics/${file}`, 'utf8')
  const header = 'MSH|^~\\&|LIS|L|K|P|20260313||ORU^R01|M1|P|2.5.1\rPID|1\rOBR|1|1\r'
  const parsed = parseMessage(header + segments)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  const part = geneticPart(group?.results ?? [])
  return part ? summary(readResult(part.part.findings)) : []
}

/** By file of fhir-genomics; the one of 74 variants apart. */
const FHIR = table<Rows>({
  'Bundle-bundle-CG-IG-HLA-FullBundle-01.json': [
    'HLA-A hla#3.23.0#HLA-A:01:01G+HLA-A*01:02',
    'HLA-B hla#3.23.0#HLA-B*15:01:01G+HLA-B*57:01:01G',
    'HLA-C hla#3.23.0#HLA-C*01:02:01G+HLA-C*03:04:01G',
    'HLA-A*01:01:01G',
    'HLA-A*01:02',
    'HLA-B*15:01:01G',
    'HLA-B*57:01:01G',
    'HLA-C*01:02:01G',
    'HLA-C*01:02:01G',
  ],
  'Bundle-bundle-cgexample-withGrouping.json': [
    'overall: Positive',
    'ACAD9 NM_014049.4:c.1249C>T p.Arg417Cys, Heterozygous, Pathogenic',
    'Pathogenic',
    '*2',
    'CYP2C9, VKORC1 CYP2C9 *2/*5',
    'NM_000106.5:c.886C>T p.Arg296Cys',
    'NM_000106.5:c.1457G>C',
    'Warfarin: Rapid metabolizer',
    'Warfarin: Resistant',
  ],
  'Bundle-bundle-cgexample.json': [
    'overall: Positive',
    'ACAD9 NM_014049.4:c.1249C>T p.Arg417Cys, Heterozygous, Pathogenic',
    'Pathogenic',
    '*2',
    'CYP2C9, VKORC1 CYP2C9 *2/*5',
    'NM_000106.5:c.886C>T p.Arg296Cys',
    'NM_000106.5:c.1457G>C',
    'Warfarin: Rapid metabolizer',
    'Warfarin: Resistant',
    'kept: 81299-0 0.48',
  ],
  'Bundle-bundle-oncology-diagnostic.json': [
    'BRAF p.Val600Glu, Pathogenic',
    'kept: 81304-8 Computational analysis',
  ],
  'Bundle-bundle-oncology-report-example.json': [
    'PIK3CA NM_006218.4:c.3140A>G p.His1047Arg',
    'NRAS NM_002524.4:c.34G>T',
    'FBXW7 NM_001349798.2:c.1394G>A p.Arg465His',
    'KMT2D NM_003482.3:c.7900_7901delCA',
    'PIK3CA NM_006218.3:c.333G>T',
    'IRS2 NM_003749.2:c.3960C>T',
    'CDKN2A NM_000077.4:c.9_32del p.Ala4_Pro11del',
    'RECQL4 NM_004260.4:c.2086C>T p.Arg696Cys',
    'RYR1 NM_000540.3:c.4964G>A p.Arg1655Leu',
    'SACS NM_014363.5:c.12118G>A',
    'SLIT2 NM_004787.3:c.1290C>A',
    'SMARCA4 NM_003072.5:c.2372C>T p.Ala791Val',
  ],
  'Bundle-bundle-oncologyexamples-r4-withGrouping.json': [
    'JAK2 p.Val617Phe',
    'KDR p.Gln472His',
    'ERBB4 NC_000002.12:g.211713666_211713668del',
    'Ruxolitinib: Responsive',
    'AT9283: Responsive',
    'SNX-5422: Responsive',
    'TG02: Responsive',
    'Mutations/Megabase [# Ratio] in Tumor: 25 somatic variants per megabase of sequenced DNA',
    'Microsatellite instability [Interpretation] in Cancer specimen Qualitative: Stable',
    'kept: biomarker-category molecular sequence adjacent category',
    'kept: biomarker-category molecular sequence adjacent category',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
  ],
  'Bundle-bundle-oncologyexamples-r4.json': [
    'JAK2 p.Val617Phe',
    'KDR p.Gln472His',
    'ERBB4 NC_000002.12:g.211713666_211713668del',
    'Ruxolitinib: Responsive',
    'AT9283: Responsive',
    'SNX-5422: Responsive',
    'TG02: Responsive',
    'Mutations/Megabase [# Ratio] in Tumor: 25 somatic variants per megabase of sequenced DNA',
    'Microsatellite instability [Interpretation] in Cancer specimen Qualitative: Stable',
    'kept: biomarker-category molecular sequence adjacent category',
    'kept: biomarker-category molecular sequence adjacent category',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
    'kept: 81304-8 Computational analysis',
  ],
  'Bundle-bundle-pgxexample.json': [
    'CYP2C9 *4/*35B',
    'CYP2C9 *35B',
    'CYP2C9 *4',
    'CYP2C9 rs12345',
    'CYP2C9 NG_007726.3:55227978–55227979 T>G',
    'mercaptopurine: Rapid metabolizer',
  ],
  'Bundle-bundle-sequence-phase-relation-CYP2C19.json': [
    'NC_000010.10:96527334 C>A, Heterozygous',
    'NC_000010.10:96527722 C>G, Heterozygous',
    'Cis of 2',
  ],
  'DiagnosticReport-GenomicReportExample01.json': ['overall: Positive'],
  'DiagnosticReport-PGxGenomicReportEMERGE.json': ['overall: Positive'],
  'DiagnosticReport-somaticReport.json': ['overall: Positive'],
})

const OBSERVATIONS: Rows = [
  'ATR NM_001184.4:c.2878_2879insAGTAA, Likely pathogenic',
  'EGFR NM_005228.4:c.2573T>G p.Leu858Arg, Pathogenic',
  'NC_000022.10:42523949–42533891 ×3',
  'NC_000001.10:756295–756329, Heterozygous',
  'NC_000001.10:12855952–13448205, Heterozygous',
  'NC_000022.10:42523949–42533891 ×3',
  'NC_000001.10:16360078–16383337 ×1',
  'NC_000001.10:70391323–70391466',
  'APOE e1/e1',
  'HLA-B*15:02',
  'CYP2D6*7.001 / CYP2D6*1.001',
  'HLA-A*24:02',
  'HLA-A*02:06',
  'HLA-B*35:01',
  'HLA-B*35:01',
  'HLA-C*03:03',
  'HLA-C*15:02',
  'CYP2D6*7.001',
  'CYP2D6*1.001',
  'APOE1',
  'APOE1',
  '46,XX,t(9;22)(q34;q4)',
  '46,XX',
  'MSH2 1780982, Pathogenic',
  'FMR1 NM_002024.5:c.-128_-69GGC[10]GGA[1]GGC[9]GGA[1]GGC[10]',
  'NOTCH1 NM_017617.5:c.5791G>A p.A1931T, Uncertain significance',
  'NTHL1 NM_002528.7:c.728G>A p.Trp243Ter, Pathogenic',
  'CYP2C19*2/*2',
  'CYP2C9*1/*1',
  'VKORC1 rs9923231 C/T',
  'CYP2C19 NC_000010.10:96521657 C>C, Homozygous',
  'CYP2C19 NC_000010.10:96522463 A>A, Homozygous',
  'CYP2C19 NC_000010.10:96535173 T>T, Homozygous',
  'CYP2C19 NC_000010.10:96535210 G>G, Homozygous',
  'CYP2C19 NC_000010.10:g.96540410G>A, Homozygous',
  'CYP2C19 NC_000010.10:96541616 G>G, Homozygous',
  'CYP2C19 NC_000010.10:96541756 T>T, Homozygous',
  'CYP2C19 NC_000010.10:96612495 C>C, Homozygous',
  'VKORC1 NC_000016.9:g.31096368G>T, Heterozygous',
  'CYP2C9 NC_000010.10:96702047 C>C, Homozygous',
  'CYP2C9 NC_000010.10:96741053 A>A, Homozygous',
  'ROS1 Fusion, Pathogenic',
  'PABPN1 NM_004643.3:c.3GGC[14]',
  'AR NM_000044.6:c.7G>A p.Val3Met, Pathogenic',
  'STAG2 NM_006603.5:c.3530_3531insGTGACTATTAATAT p.S1178*, Likely pathogenic',
  'FGFR2 NC_000010.11:g.121498525T>G',
  'NC_000017.11:39723965 ATTGAGGGAAAACACAT>T',
  'NC_000019.8:g.1171707G>A',
  'NC_000010.10:96527334 C>A, Heterozygous, Pathogenic',
  'ZFHX3 NM_006885.4:c.1753G>A p.G585S, Uncertain significance',
  'HLA-A hla#3.31.0#HLA-A*03:01:01:01+HLA-A*30:01:01',
  'HLA-A*03:01:01:01',
  'SMN1 NC_000005.10:70924941–70966375 ×0, Pathogenic',
  'SMN2 NC_000005.10:70049523–70090528 ×2',
  'NC_000001.10:g.86852621A>G, Heterozygous',
  'Cis of 2',
  'Gefitinib: Responsive',
  'Erlotinib: Responsive',
  'Crizotinib: cancer sensitive to crizotinib',
  'Taletrectinib: ',
  'Pembrolizumab: cancer sensitive to pembrolizumab',
  ': Does not meet eligibility criteria for clinical trial',
  ': Patient eligible for clinical trial',
  'Carbamazepine: High risk',
  'clopidogrel: Poor metabolizer',
  'voriconazole: Poor metabolizer',
  'citalopram: Poor metabolizer',
  'escitalopram: Poor metabolizer',
  'amitriptyline: Poor metabolizer',
  'warfarin: Normal metabolizer',
  'nusinersen (antisense oligonucleotide): ',
  'onasemnogene abeparvovec (transgene): ',
  'risdiplam (small molecule): ',
  'HER2 Ag [Presence] in Tissue by Immune stain: Present',
  'HER2 [Units/volume] in Tissue by Immunoassay: 20 IU/mL',
  'Microsatellite instability [Interpretation] in Cancer specimen Qualitative: MSI-H',
  'Microsatellite instability [Interpretation] in Cancer specimen Qualitative: Stable',
  'Mutations/Megabase [# Ratio] in Tumor: 29.8',
  'Mutations/Megabase [# Ratio] in Tumor: 250',
  'kept: biomarker-category immune stain category',
  'kept: biomarker-category cell receptor category',
  'kept: biomarker-category protein category',
  'kept: biomarker-category immunoassay category',
  'kept: biomarker-category cell receptor category',
  'kept: biomarker-category protein category',
  'kept: biomarker-category molecular sequence adjacent category',
  'kept: biomarker-category molecular sequence adjacent category',
  'kept: 85147-7 Positive',
  'kept: biomarker-category cell receptor ligand category',
  'kept: biomarker-category immune stain category',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: 82121-5 >20',
  'kept: associated-therapy A Single-Arm, Open-Label, Multicenter Phase 2 Study to Evaluate the Efficacy and Safety of Taletrectinib in Patients With Advanced or Metastatic ROS1 Positive NSCLC and Other Solid Tumors',
  'kept: biomarker-category molecular sequence adjacent category',
  'kept: associated-therapy NCT03131453',
  'kept: associated-therapy NCT01234567',
  'kept: biomarker-category molecular sequence adjacent category',
  'kept: 81304-8 Computational analysis',
  'kept: 92821-8 0.327084 1',
]

/** By file of hl7v2-genomics. */
const HL7 = table<Rows>({
  'elimu-expected_NB6TK328.txt': [
    'overall: Positive',
    'APC NM_001127510.3:c.5465T>A p.Val1822Asp, Homozygous, Benign',
    'MYBPC3 NM_000256.3:c.706A>G p.Ser236Gly, Heterozygous, Likely benign',
    'MEN1 NM_130800.2:c.1516A>G p.Thr506Ala, Homozygous, Benign',
    'BRCA2 NM_000059.4:c.7397T>C p.Val2466Ala, Homozygous, Benign',
    'RYR1 NM_001042723.2:c.7063C>T p.Arg2355Trp, Heterozygous, Pathogenic',
    'NC_000001.11 201038511–201113566',
    'NC_000001.11 201358007–201378700',
    'NC_000002.12 47402066–47484228',
    'NC_000003.12 36992349–37051846',
    'NC_000005.10 112706504–112847239',
    'NC_000011.10 47330405–47353702',
    'NC_000011.10 64802513–64812294',
    'NC_000013.11 32314479–32400672',
    'NC_000014.9 23411737–23436686',
    'NC_000015.10 63041638–63072915',
    'NC_000017.11 43043294–43126483',
    'NC_000019.10 1204798–1229435',
    'NC_000019.10 11088361–11134830',
    'NC_000019.10 38432699–38588564',
    'NC_000019.10 55150766–55158732',
  ],
  'elimu-expected_example1_with_patient.txt': [
    'overall: Positive',
    'NC_000001.10:14:.:G, Heterozygous, not specified',
    'NC_000001.10:15:A,T:G, Heterozygous, not specified',
    'NC_000001.10:19::G, Heterozygous, not specified',
    'NC_000001.10:300:A:G, Heterozygous, not specified',
    'NC_000001.10:399:A:G, Homozygous, not specified',
    'NC_000001.10:499:A:G, Heterozygous, not specified',
    'NC_000001.10:599:A:G, Heterozygous, not specified',
    'NC_000001.10:699:A:G, Heterozygous, not specified',
  ],
  'elimu-expected_example3.txt': [
    'overall: Positive',
    'NC_000023.11:60465:T:C, Heterozygous, not specified',
    'NC_000023.11:60578:G:A, Heterozygous, not specified',
    'NC_000023.11:60582:G:C, Heterozygous, not specified',
    'NC_000023.11:60592:A:T, Heterozygous, not specified',
    'NC_012920.1:60017:A:C, Heteroplasmic, not specified',
    'NC_000023.11 50000–52000',
    'NC_000023.11 55000–60600',
    'NC_012920.1 50000–60025',
  ],
})

test.skipIf(!hasOthers).each(Object.entries(FHIR))('%s', (file, rows) => {
  expect(readFhir(file)).toEqual([rows])
})

test.skipIf(!hasOthers)('a report of 74 variants, two of them in cis', () => {
  const [rows = []] = readFhir('Bundle-bundle-CYP2C19.json.gz')
  expect(rows).toHaveLength(75)
  expect([rows[0], rows[73], rows[74]]).toEqual([
    'NC_000010.10:96448129 A>G, Heterozygous',
    'NC_000010.10:96537137 C>T, Heterozygous',
    'Cis of 2',
  ])
})

test.skipIf(!hasOthers)('every Observation of the guide', () => {
  expect(readObservations()).toEqual(OBSERVATIONS)
})

test.skipIf(!hasOthers).each(Object.entries(HL7))('%s', (file, rows) => {
  expect(readHl7(file)).toEqual(rows)
})

test.skipIf(!hasOthers)('no other file of these has a genetic result', () => {
  const others = othersResources()
    .map(({ file }) => file)
    .filter(
      (file) => file.startsWith('fhir-genomics/') && /(Bundle|DiagnosticReport|expected)[^/]*$/.test(file),
    )
    .map((file) => file.replace(/^.*\//, ''))
    .filter((file) => !(file in FHIR) && file !== 'Bundle-bundle-CYP2C19.json.gz')
  expect(others.filter((file) => readFhir(file).length > 0)).toEqual([])
})
