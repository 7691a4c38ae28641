import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { KIT_TYPES } from '#domain/lookups.ts'
import type { KitWish } from '#domain/orders/document.ts'
import { useField } from '#portal/features/create/draft/form-context.ts'
import { FieldLabel } from '#portal/features/create/fields/FieldLabel.tsx'
import { Fold } from '#portal/features/create/fields/Fold.tsx'
import { SelectField } from '#portal/features/create/fields/SelectField.tsx'
import { useSession } from '#portal/session/session.ts'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

const KITS = '/kits'

/** Collection kits that the clinic wants sent with this order. Where none can be ordered, those of a draft can be removed. */
export function KitRequests() {
  const { value: kits, set } = useField<KitWish[]>(KITS)
  const isOffered = useSession().configuration.features.kits
  if (!isOffered && kits.length === 0) return null
  const count = kits.reduce((sum, kit) => sum + kit.quantity, 0)
  return (
    <Fold
      title={texts.requestKits}
      paths={[KITS]}
      filled={count === 0 ? null : count === 1 ? texts.oneKit : texts.kits(count)}
    >
      {!isOffered && (
        <Text size="sm" mb="xs">
          {texts.kitsNotOffered}
        </Text>
      )}
      <RowList
        label={texts.requestKits}
        labelHidden
        noun="kit"
        most={20}
        value={kits}
        onChange={set}
        fresh={isOffered ? newKit : undefined}
      >
        {(_, index) => (
          <div className={classes.triple}>
            <SelectField {...FIRST_FIELD} path={`${KITS}/${index}/kitType`} data={[...KIT_TYPES]} />
            <Quantity path={`${KITS}/${index}/quantity`} />
          </div>
        )}
      </RowList>
    </Fold>
  )
}

function newKit(before: readonly KitWish[]): KitWish {
  const kitType = KIT_TYPES.find((type) => before.every((kit) => kit.kitType !== type)) ?? 'Blood'
  return { kitType, quantity: 1 }
}

function Quantity({ path }: { path: string }) {
  const { value, set, input } = useField<number>(path)
  // While it is typed anew the field may be empty; left, it shows the number that counts.
  const [typing, setTyping] = useState<number | string | null>(null)
  return (
    <NumberInput
      label={<FieldLabel path={path} />}
      min={1}
      max={99}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      {...input}
      value={typing ?? value}
      onChange={(next) => {
        setTyping(next)
        if (typeof next === 'number' && next >= 1) set(next)
      }}
      onBlur={() => {
        setTyping(null)
        input.onBlur()
      }}
    />
  )
}
