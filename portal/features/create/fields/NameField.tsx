import { useQuery } from '@tanstack/react-query'
import { unprintableOptions } from '#portal/order/queries.ts'
import { useField } from '../draft/form-context.ts'
import { TextField } from './TextField.tsx'

/** A part of a name that is printed on a specimen's label: says which letters the label cannot show. */
export function NameField({ path }: { path: string }) {
  const { value = '' } = useField<string | undefined>(path)
  const { data } = useQuery(unprintableOptions('inField', value))
  return <TextField path={path} description={data} />
}
