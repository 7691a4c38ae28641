import type { Mark } from '#domain/family/sheet/marks.ts'
import classes from './family-drawing.module.css'

/** The marks of a sheet as SVG; the PDF draws the same ones. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return marks.map((mark, index) =>
    mark.kind === 'words' ? (
      <text
        key={index}
        x={mark.at[0]}
        y={mark.at[1]}
        textAnchor={mark.anchor}
        fontSize={mark.size}
        fontWeight={mark.isBold ? 650 : undefined}
        className={classes.words}
      >
        {mark.words}
      </text>
    ) : (
      <path
        key={index}
        d={mark.d}
        className={classes[mark.fill]}
        strokeWidth={mark.stroke}
        strokeDasharray={mark.isDashed ? '4 3' : undefined}
      />
    ),
  )
}
