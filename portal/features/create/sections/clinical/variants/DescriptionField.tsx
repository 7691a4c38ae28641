import { Button } from '@mantine/core'
import { GENOME_BUILDS, type KnownVariant } from '#domain/orders/known-variants.ts'
import { type DescribingField, FIELDS_OF_KIND } from '#domain/orders/variant-fields.ts'
import { useFormState } from '../../../draft/form-context.ts'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { focusField } from '../../../focus-field.ts'
import { isNeeded } from './fields-of-kind.ts'
import { GeneField } from './GeneField.tsx'
import { HgvsField } from './HgvsField.tsx'
import * as texts from './texts.ts'

const EXAMPLES: Partial<Record<DescribingField, string>> = {
  exons: texts.exonsExample,
  chromosome: texts.chromosomeExample,
  start: texts.startExample,
  end: texts.endExample,
  copyNumber: texts.copyNumberExample,
  iscn: texts.iscnExample,
  motif: texts.motifExample,
  repeats: texts.repeatsExample,
}

interface DescriptionFieldProps {
  at: string
  field: DescribingField
  variant: KnownVariant
  change: (variant: KnownVariant) => void
}

/** One of the fields that say where the variant is. */
export function DescriptionField({ at, field, variant, change }: DescriptionFieldProps) {
  const { kind } = variant
  if (kind === '') return null
  const path = `${at}/${field}`
  const optional = !isNeeded(kind, field)
  switch (field) {
    case 'gene':
      return (
        <GeneField
          path={path}
          variant={variant}
          optional={optional}
          pick={(gene) => {
            change({ ...variant, ...gene })
            const next = FIELDS_OF_KIND[kind].filter((one) => one !== 'gene')[0]
            if (gene.gene !== '' && next) setTimeout(() => focusField(`${at}/${next}`))
          }}
        />
      )
    case 'transcript':
      return <TranscriptField path={path} variant={variant} optional={optional} change={change} />
    case 'cdna':
      return <HgvsField path={path} levels={['c', 'n']} optional={optional} example={texts.sequenceExample} />
    case 'protein':
      return <HgvsField path={path} levels={['p']} optional={optional} example={texts.proteinExample} />
    case 'genomic':
      return (
        <HgvsField
          path={path}
          levels={['g', 'm']}
          optional={optional}
          example={kind === 'mtdna' ? texts.mitochondrialExample : texts.genomicExample}
        />
      )
    case 'build':
      return <SelectField path={path} optional={optional} data={[...GENOME_BUILDS]} />
    default:
      return <TextField path={path} optional={optional} placeholder={EXAMPLES[field]} />
  }
}

/** The transcripts that MANE has for the gene are offered, never filled in unasked: the report may use another. */
function TranscriptField({
  path,
  variant,
  optional,
  change,
}: Omit<DescriptionFieldProps, 'at' | 'field'> & { path: string; optional: boolean }) {
  const genes = useFormState(({ checked }) => checked.genes)
  const offered =
    variant.transcript === '' && !variant.cdna.includes(':')
      ? (genes?.find(({ hgncId }) => hgncId === variant.hgncId)?.transcripts ?? [])
      : []
  return (
    <div>
      <TextField
        path={path}
        optional={optional}
        placeholder={texts.transcriptExample}
        description={texts.transcriptHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        format={(typed) => typed.trim()}
      />
      {offered.map(({ refSeq, status }) => (
        <Button
          key={refSeq}
          size="compact-xs"
          variant="light"
          mt={4}
          onClick={() => {
            change({ ...variant, transcript: refSeq })
            setTimeout(() => focusField(path))
          }}
        >
          {texts.useTranscript(refSeq, status)}
        </Button>
      ))}
    </div>
  )
}
