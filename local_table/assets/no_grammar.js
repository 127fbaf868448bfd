// Replaces the syntax-highlighting grammars of twenty programming languages, which aren't needed here.

export default () => ({ contains: [] });
