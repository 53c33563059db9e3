/** The specification's own messages about any form, to the letter. */
export const messages = {
  required: 'This field is required.',
  min: (n: number) => `The value can not be smaller than ${n}.`,
  max: (n: number) => `The value can not be greater than ${n}.`,
  minLength: (n: number, input = 'The input') =>
    `${input} can not be shorter than ${n} characters.`,
  maxLength: (n: number, input = 'The input') => `${input} can not be longer than ${n} characters.`,
  somethingWentWrong: 'Oops... something went wrong.',
} as const
