import { z } from 'zod'

const code = z.object({ system: z.string(), code: z.string(), name: z.string() })
const amount = z.object({ low: z.number().nullable(), high: z.number().nullable(), unit: z.string() })

/** Answers as received that belong together; see domain/results/finding.ts. */
const finding = z.object({
  id: z.string(),
  of: z.array(z.string()).readonly(),
  within: z.string().exactOptional(),
  answers: z
    .array(
      z.object({
        question: code,
        codes: z.array(code).readonly(),
        amount: amount.exactOptional(),
        text: z.string(),
      }),
    )
    .readonly(),
  notes: z.array(z.string()).readonly(),
})

const text = z.string().exactOptional()
const number = z.number().exactOptional()
const texts = z.array(z.string()).readonly()
const gene = z.object({ hgncId: z.string(), symbol: z.string() })
const condition = z.object({ name: z.string(), system: z.string(), code: z.string() })
const conditions = z.array(condition).readonly()
const span = z.object({ from: z.number().nullable(), to: z.number().nullable() }).exactOptional()
const onTranscript = { transcript: text, cdna: text, protein: text }

/** Fields are left out if the laboratory has not told them; see domain/results/reported-variant.ts. */
const variant = z.object({
  ...onTranscript,
  key: z.string(),
  form: z.enum(['variant', 'haplotype', 'genotype']),
  of: texts,
  genes: z.array(gene).readonly(),
  ...{ call: text, category: text, name: text, genomic: text, reference: text, build: text },
  ...{ chromosome: text, cytoband: text, iscn: text, clinvar: text, dbsnp: text },
  ...{ exact: span, inner: span, outer: span, counting: text },
  ...{ referenceAllele: text, alternateAllele: text, change: text, proteinChange: text },
  ...{ length: number, copyNumber: number, fraction: number, depth: number },
  repeats: z.array(z.object({ motif: z.string(), times: z.number().nullable() })).readonly(),
  ...{ allelicState: text, source: text, inheritance: text, inheritanceBasis: text, phase: text },
  ...{ tissue: text, method: text, confidence: text, section: text },
  consequences: z.array(z.object({ ...onTranscript, effects: texts })).readonly(),
  significances: z
    .array(
      z.object({
        ...{ variantClass: text, scheme: text, classifiedOn: text, conditions },
        ...{ conditionInheritance: text, evidence: text, text },
      }),
    )
    .readonly(),
  notes: texts,
})

/** A report's result as data (domain/results/genetic-result.ts). The documents beside it remain the report. */
export const geneticResult = z.object({
  ...{ overall: text, deletionsAndDuplications: text, conclusion: text },
  variants: z.array(variant).readonly(),
  phases: z.array(z.object({ variants: texts, relation: z.string() })).readonly(),
  drugResponses: z
    .array(
      z.object({
        ...{ of: texts, drugs: conditions, therapies: conditions, conditions },
        ...{ response: text, evidence: text, text },
      }),
    )
    .readonly(),
  markers: z.array(z.object({ code: z.string(), name: z.string(), value: z.string() })).readonly(),
  recommendations: z.array(z.object({ of: texts, action: text, text })).readonly(),
  ...{ methods: texts, limits: texts },
  study: z.object({
    ...{ reasons: texts, diseases: conditions, genes: z.array(gene).readonly(), regions: texts },
  }),
  others: z.array(finding).readonly(),
})
