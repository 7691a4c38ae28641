import { Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { CARRIERS } from '#domain/lookups.ts'
import {
  plainTrackingNumber,
  trackingNumberProblem,
  trackingNumberWarning,
} from '#domain/tracking-number/tracking-number.ts'
import { counted } from '../counted.ts'
import { carrierOf, type Tracking } from './rules.ts'

/** The pause in typing after which an incomplete number is reported as an error. */
const PAUSE_MS = 800

interface TrackingFieldsProps {
  value: Tracking
  onChange: (value: Tracking) => void
  /** Both are required; otherwise both or none. */
  required?: boolean
  autoFocus?: boolean
}

/**
 * Carrier and number of a parcel. The number is checked as it is typed or scanned, and determines the
 * carrier.
 */
export function TrackingFields({ value, onChange, required = false, autoFocus }: TrackingFieldsProps) {
  const { trackingNumber } = value
  const carrier = carrierOf(value)
  const [rested] = useDebouncedValue(trackingNumber, PAUSE_MS)
  const plain = plainTrackingNumber(trackingNumber)
  const wrong = plain === '' ? null : trackingNumberProblem(plain)
  const odd = plain === '' ? null : trackingNumberWarning(value.carrier, plain)
  const hasRested = rested === trackingNumber
  const error = hasRested ? wrong : null
  const proposed = value.carrier === '' && carrier !== ''
  return (
    <>
      <TextInput
        label="Tracking number"
        aria-required={required}
        autoComplete="off"
        maxLength={60}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
        value={trackingNumber}
        description={error === null ? describe(plain, odd, hasRested) : null}
        error={error}
        onChange={(event) => onChange({ ...value, trackingNumber: event.currentTarget.value })}
      />
      <Select
        label="Carrier"
        placeholder="Choose"
        aria-required={required}
        allowDeselect={!required}
        withCheckIcon={false}
        data={CARRIERS}
        description={proposed ? 'Recognized from the tracking number.' : null}
        value={carrier === '' ? null : carrier}
        onChange={(chosen) => onChange({ ...value, carrier: CARRIERS.find((one) => one === chosen) ?? '' })}
      />
    </>
  )
}

interface SameParcelProps {
  /** As typed. */
  trackingNumber: string
  /** The number confirmed as the same parcel; '' for none. */
  sameAs: string
  onChange: (sameAs: string) => void
}

/**
 * Confirms that a number used before belongs to a parcel that is under way, and that these samples are in it
 * too.
 */
export function SameParcel({ trackingNumber, sameAs, onChange }: SameParcelProps) {
  const plain = plainTrackingNumber(trackingNumber)
  return (
    <Checkbox
      label="This is the same parcel"
      description="It is shipped together with the samples already sent under this number."
      checked={sameAs === plain}
      onChange={(event) => onChange(event.currentTarget.checked ? plain : '')}
    />
  )
}

function describe(plain: string, odd: string | null, hasRested: boolean): string {
  if (plain === '') return 'As on the label, with or without spaces.'
  if (odd === null) return 'The check digit is right.'
  return hasRested
    ? `${odd} If it matches the label, you can save it with its carrier.`
    : `${counted(plain.length, 'character')} so far`
}
