import { TextInput } from '@mantine/core'
import { regionOf } from '#domain/addresses/regions.ts'
import type { AddressType, Country } from '#domain/lookups.ts'
import { EMPTY_REGION } from './empty-region.ts'
import { AddressTypeSelect } from './LookupSelects.tsx'
import { RegionFields } from './RegionFields.tsx'
import { FIRST_FIELD, RowList } from './RowList.tsx'
import classes from './row-list.module.css'

export interface AddressEntry {
  type: AddressType
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  /** The state's name, and its number in the list of states; both follow from `state`. */
  stateName: string
  stateId: number | null
  postalCode: string
  country: Country
  otherCountry: string
}

const CLASS_NAMES = {
  state: `${classes.state} ${classes.half}`,
  postalCode: `${classes.zip} ${classes.half}`,
  country: `${classes.country} ${classes.half}`,
  otherCountry: `${classes.otherCountry} ${classes.half}`,
}

interface AddressesFieldProps {
  value: readonly AddressEntry[]
  onChange: (value: AddressEntry[]) => void
  errors?: (index: number, field: keyof AddressEntry) => string | undefined
  /** The error of the list itself. */
  error?: string | undefined
  label: string
  labelHidden?: boolean
  /** The list's name in the form; its fields are then named `addresses.0.city` (see RowList). */
  name?: string
  disabled?: boolean
}

/** Addresses, each with a type; 'All' serves every purpose. */
export function AddressesField(props: AddressesFieldProps) {
  const { errors = () => undefined, name, disabled = false } = props
  return (
    <RowList
      label={props.label}
      labelHidden={props.labelHidden ?? false}
      noun="address"
      name={name}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      disabled={disabled}
      fresh={(before): AddressEntry => ({
        type: freeType(before),
        addressLine1: '',
        addressLine2: '',
        ...EMPTY_REGION,
      })}
    >
      {(entry, index, change) => {
        const common = (field: keyof AddressEntry) => ({
          error: errors(index, field),
          disabled,
          'data-field': name && `${name}.${index}.${field}`,
        })
        const text = (field: 'addressLine1' | 'addressLine2' | 'city', maxLength: number) => ({
          ...common(field),
          maxLength,
          value: entry[field],
          onChange: (event: { currentTarget: { value: string } }) =>
            change({ ...entry, [field]: event.currentTarget.value }),
        })
        return (
          <div className={classes.address}>
            <AddressTypeSelect
              className={classes.type}
              {...common('type')}
              value={entry.type}
              onChange={(type) => change({ ...entry, type })}
            />
            <TextInput
              {...FIRST_FIELD}
              className={classes.line1}
              label="Street address"
              autoComplete="address-line1"
              aria-required
              {...text('addressLine1', 120)}
            />
            <TextInput
              className={classes.line2}
              label={
                <>
                  Suite, floor <span className={classes.optional}>optional</span>
                </>
              }
              autoComplete="address-line2"
              {...text('addressLine2', 120)}
            />
            <TextInput
              className={classes.city}
              label="City"
              autoComplete="address-level2"
              aria-required
              {...text('city', 80)}
            />
            <RegionFields
              value={entry}
              onChange={(some) => change(withRegion({ ...entry, ...some }))}
              errorOf={(field) => errors(index, field)}
              fieldOf={(field) => name && `${name}.${index}.${field}`}
              classNames={CLASS_NAMES}
              disabled={disabled}
            />
          </div>
        )
      }}
    </RowList>
  )
}

/** Adds the state's name and number for its code. */
function withRegion(entry: AddressEntry): AddressEntry {
  const region = regionOf(entry.country, entry.state)
  return { ...entry, stateName: region?.name ?? entry.state, stateId: region?.id ?? null }
}

/** The first unused type. */
function freeType(before: readonly AddressEntry[]): AddressEntry['type'] {
  return (
    (['Primary', 'Billing', 'Mailing'] as const).find((type) =>
      before.every((entry) => entry.type !== type),
    ) ?? 'Mailing'
  )
}
