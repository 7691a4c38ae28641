import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import {
  type KnownVariant,
  knownVariantsOf,
  OLD_VARIANT,
  type VariantKind,
  variantInWords,
} from '#domain/orders/known-variants.ts'
import { labelOf } from '#portal/order/labels.ts'
import { RowList } from '#ui/fields/RowList.tsx'
import { useField, useFormState, useOrderForm } from '../../../draft/form-context.ts'
import { isWithin } from '../../../draft/pointer.ts'
import { focusField } from '../../../focus-field.ts'
import { FieldWarnings } from '../../../panel/FieldWarnings.tsx'
import classes from '../../fields.module.css'
import { useRemoval } from '../../use-removal.ts'
import { useClinicalPart } from '../use-clinical-part.ts'
import { nextVariant, withOldText } from './fields-of-kind.ts'
import * as texts from './texts.ts'
import { VariantFields } from './VariantFields.tsx'

const LIST = '/knownVariants'

/** The variants that are known in the family, each described by the fields of its kind. `isNew`: just begun. */
export function KnownVariants({ isNew }: { isNew: boolean }) {
  const { value = [], set, input } = useField<KnownVariant[] | undefined>(LIST)
  const kind = useFormState(({ tests }) => onlyKind(tests))
  const { hint } = useClinicalPart('familyTesting')
  const form = useOrderForm()
  const { remove, problem } = useRemoval()
  async function change(variants: KnownVariant[]) {
    const gone = value.filter((one) => !variants.some(({ key }) => key === one.key))
    const files = gone.flatMap(({ file }) => file?.documentId ?? [])
    set(variants.length === 0 ? undefined : variants)
    if (files.length === 0 || (await remove(files))) return
    // Its report is still on the order.
    form.edit(({ knownVariants = [], ...document }) => ({
      ...document,
      knownVariants: [...knownVariants, ...gone],
    }))
  }
  useEffect(() => {
    if (isNew) focusField(`${LIST}/0/kind`)
  }, [isNew])
  const study = value.findIndex(({ purpose }) => purpose === 'segregation')
  return (
    <div data-path={LIST} className={classes.fieldset}>
      <OldText />
      <RowList
        label={labelOf(LIST)}
        noun="known variant"
        error={problem || (input.error ?? undefined)}
        most={10}
        value={value}
        keyOf={({ key }) => key}
        onChange={(variants) => void change(variants)}
        fresh={(variants) => nextVariant(variants, kind)}
      >
        {(variant, index) => (
          <div>
            <VariantFields
              at={`${LIST}/${index}`}
              variant={variant}
              change={(next) => set(value.map((one, other) => (other === index ? next : one)))}
              asksIfAffected={index === study}
            />
            <FieldWarnings at={({ path }) => isWithin(path, `${LIST}/${index}`)} />
          </div>
        )}
      </RowList>
      <Text size="sm" c="dimmed" mt={4}>
        {hint || texts.hint}
      </Text>
    </div>
  )
}

/** The kind that the chosen tests look for, if they look for one kind only. */
function onlyKind(tests: readonly TestDetails[]): VariantKind | '' {
  const kinds = new Set(tests.flatMap(({ knownVariant }) => knownVariant?.kinds ?? []))
  const [first = ''] = kinds
  return kinds.size === 1 ? first : ''
}

/** The variant of an order of before: shown as typed until it is described in fields. */
function OldText() {
  const form = useOrderForm()
  const old = useFormState(({ document }) => {
    const [first] = knownVariantsOf(document)
    return first?.key === OLD_VARIANT ? variantInWords(first) : null
  })
  if (old === null) return null
  return (
    <div className={classes.notes}>
      <Text size="sm">{texts.oldText(old)}</Text>
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          form.edit(withOldText)
          setTimeout(() => focusField(`${LIST}/0/kind`))
        }}
      >
        {texts.describeOld}
      </Button>
    </div>
  )
}
