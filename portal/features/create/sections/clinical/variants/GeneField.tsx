import { Button, Group, Input, Text } from '@mantine/core'
import { useId } from 'react'
import type { KnownVariant } from '#domain/orders/known-variants.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { useField, useOrderForm } from '../../../draft/form-context.ts'
import { FieldLabel } from '../../../fields/FieldLabel.tsx'
import { focusField } from '../../../focus-field.ts'
import classes from '../../fields.module.css'
import * as texts from './texts.ts'

interface GeneFieldProps {
  path: string
  variant: KnownVariant
  optional: boolean
  pick: (gene: Pick<KnownVariant, 'gene' | 'hgncId'>) => void
}

/** A gene with its HGNC id, found by its symbol of today or before, or by its name. */
export function GeneField({ path, variant, optional, pick }: GeneFieldProps) {
  const form = useOrderForm()
  const { input } = useField<string>(path)
  const labelId = useId()
  const label = <FieldLabel path={path} optional={optional} />
  if (variant.gene !== '')
    return (
      // biome-ignore lint/a11y/useSemanticElements: the field's label names it
      <div role="group" aria-labelledby={labelId} data-path={path}>
        <Input.Label id={labelId} component="div" labelElement="div">
          {label}
        </Input.Label>
        <Group gap="xs" mih={36} align="center">
          <span className={classes.gene}>{variant.gene}</span>
          <Text size="sm" c="dimmed">
            {texts.geneIs(variant.gene, variant.hgncId)}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={texts.changeGene(variant.gene)}
            onClick={() => {
              pick({ gene: '', hgncId: '' })
              setTimeout(() => focusField(path))
            }}
          >
            {texts.change}
          </Button>
        </Group>
        {input.error && <Input.Error>{input.error}</Input.Error>}
      </div>
    )
  return (
    <SearchPicker
      {...input}
      path={path}
      onPending={(words) => form.setPending(path, words)}
      label={label}
      placeholder={texts.genePlaceholder}
      queryKey={['genes']}
      search={(keywords) => api.genes.search({ query: { keywords, top: 20 } })}
      from={2}
      choiceOf={({ hgncId, symbol, name, previous, aliases }) => ({
        key: hgncId,
        names: [symbol, hgncId, ...previous, ...aliases],
        content: (
          <>
            <span className={classes.name}>{symbol}</span> {name}{' '}
            <span className={classes.facts}>
              {previous.length === 0 ? hgncId : `${hgncId}, ${texts.formerly(previous.join(', '))}`}
            </span>
          </>
        ),
        pick: () => pick({ gene: symbol, hgncId }),
      })}
      ownChoice={(words) => ({
        key: 'own words',
        content: texts.geneAsTyped(words.toUpperCase()),
        pick: () => pick({ gene: words.toUpperCase().slice(0, 40), hgncId: '' }),
      })}
    />
  )
}
