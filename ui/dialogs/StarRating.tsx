import { VisuallyHidden } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { RATINGS, ratingWord } from './rules.ts'
import classes from './star-rating.module.css'

/** One to five stars with their labels, as radio buttons: arrow keys choose. Hovering previews the choice. */
export function StarRating({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const name = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const visibleRating = pointed ?? value
  return (
    <fieldset className={classes.rating}>
      <legend>Your rating</legend>
      <div className={classes.line}>
        <div className={classes.stars} onPointerLeave={() => setPointed(null)}>
          {RATINGS.map((word, index) => {
            const rating = index + 1
            const Star = rating <= visibleRating ? IconStarFilled : IconStar
            return (
              <label key={word} onPointerEnter={() => setPointed(rating)}>
                <input
                  type="radio"
                  name={name}
                  checked={rating === value}
                  onChange={() => onChange(rating)}
                  data-autofocus={rating === value || undefined}
                />
                <Star size={28} aria-hidden />
                <VisuallyHidden>{`${rating} ${word}`}</VisuallyHidden>
              </label>
            )
          })}
        </div>
        <span aria-hidden>{`${visibleRating} ${ratingWord(visibleRating)}`}</span>
      </div>
    </fieldset>
  )
}
