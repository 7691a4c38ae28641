import { Button } from '@mantine/core'
import type { PriceView } from '#contract/coverage.ts'
import { PdfMenu } from './PdfMenu.tsx'
import * as texts from './texts.ts'
import { type PriceSubject, useAsk } from './use-ask.ts'
import { useEstimatePdf } from './use-estimate-pdf.ts'
import { askLabel, isPatientsPrice } from './words.ts'

interface PriceProps {
  view: PriceView
  /** What is asked and kept: as it is in the moment of the click. */
  about: () => PriceSubject
}

interface CoverageActionsProps extends PriceProps {
  /** A verification that was asked for is asked again as a whole, on its own page. */
  canAsk?: boolean
}

/** What may be done about a price: ask the payer, print the estimate for the patient. */
export function CoverageActions({ view, about, canAsk = true }: CoverageActionsProps) {
  const pdf = useEstimatePdf(view, about)
  return (
    <>
      {canAsk && <AskButton view={view} about={about} />}
      {isPatientsPrice(view) && (
        <PdfMenu
          label={texts.estimatePdf}
          busy={pdf.isPending}
          onChoose={(language) => pdf.mutate(language)}
        />
      )}
    </>
  )
}

/** Asks the payer; absent while it is being asked, and where something is still to be typed first. */
export function AskButton({ view, about, size }: PriceProps & { size?: 'xs' }) {
  const ask = useAsk(about)
  const label = askLabel(view)
  if (label === null) return null
  return (
    <Button
      variant="default"
      loading={ask.isPending}
      onClick={() => ask.mutate(view.check !== null)}
      {...(size ? { size } : {})}
    >
      {label}
    </Button>
  )
}
