"""What a person sees and presses: ids, items, messages, pictures, and how a press is answered."""
