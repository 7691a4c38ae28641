import { useQuery } from '@tanstack/react-query'
import { stationInWords, stationsFor } from '#domain/va/station.ts'
import { isVaHospital } from '#domain/va/va.ts'
import { vaStationsOptions } from '#portal/order/va-stations.ts'
import { useSession } from '#portal/session/session.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { TypedField } from '../fields/TypedField.tsx'
import * as texts from './texts.ts'

const STATION = '/vaStation'

/** For which VA station it is ordered: asked of orders of VA hospitals, and shown wherever a document names one. */
export function VaStation() {
  const { hospitalCode } = useOrderForm()
  const { institutions, configuration } = useSession()
  const { value = '' } = useField<string | undefined>(STATION)
  const at = institutions.find(({ code }) => code === hospitalCode)
  const isAtVa = at !== undefined && isVaHospital(at, configuration.vaHospitalCodes)
  return isAtVa || value !== '' ? <StationField chosen={value} isAtVa={isAtVa} /> : null
}

function StationField({ chosen, isAtVa }: { chosen: string; isAtVa: boolean }) {
  const state = useFormState(({ checked }) => checked.institutionState)
  const { data, error, refetch } = useQuery(vaStationsOptions)
  if (!data && error) return <ErrorState problem={error} retry={() => void refetch()} />
  const options = stationsFor(data ?? [], state).map((station) => ({
    value: station.stationNumber,
    label: stationInWords(station),
    synonyms: [station.stationNumber, station.name],
  }))
  const known = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <TypedField
      // What was chosen before the stations were there is shown by its name once they are; nothing is typed until then.
      key={data ? 'stations' : 'loading'}
      path={STATION}
      my="md"
      optional={!isAtVa}
      disabled={!data}
      placeholder={data ? texts.stationPlaceholder : texts.loadingStations}
      description={texts.stationHint}
      options={known ? options : [...options, { value: chosen, label: chosen }]}
      nothingFoundMessage={texts.noMatchingStation}
      comboboxProps={{ keepMounted: false }}
    />
  )
}
