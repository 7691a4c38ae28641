import { EstimateChanges } from '#portal/features/coverage/public.ts'
import { usePrice } from './use-price.ts'

/** The price is another than when it was told last: to be read before the order is submitted. */
export function ChangedNotice() {
  const { data } = usePrice()
  return <EstimateChanges changed={data?.changed ?? null} />
}
